// Reads declarations and statements: where they begin and end, and the functions that they declare.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "compile/syntax.hpp"

namespace loom::compile {

// A function, where it is declared or defined.
struct Function {
  std::size_t first = 0;             // of its declaration, behind the `>` of a template's header
  std::size_t name = 0;              // the name itself, without the namespaces before it
  std::size_t paren = 0;             // the `(` of its parameters
  std::size_t body = Syntax::none;   // the `{` of its body; `none` where it is declared only
};

// What the `__global__` or `__device__` at that position declares; nothing where that cannot be read.
std::optional<Function> function_of(const Syntax&, std::size_t word);

// The `{` of the body behind a function's parameters, which end at `close`; `none` where there is none, or it is never closed.
std::size_t body_behind(const Syntax&, std::size_t close);
// The first word of the declaration that holds the word, behind the `>` of a template's header.
std::size_t first_of_declaration(const Syntax&, std::size_t i);
bool begins_attribute(const Syntax&, std::size_t i);

// The first word of `::app::name`.
std::size_t first_of_name(const Syntax&, std::size_t name);
// The `(` behind a name and its template arguments; `none` where there is none.
std::size_t arguments_of(const Syntax&, std::size_t name);

// One past the statement that begins at i.
std::size_t behind_statement(const Syntax&, std::size_t i);
// One past the labels and attributes before a statement.
std::size_t behind_labels(const Syntax&, std::size_t i, std::size_t last);

// Words behind which an expression stands.
inline constexpr std::string_view before_expressions[]{"return", "else", "do",     "case", "throw", "co_return", "co_yield", "co_await", "if",    "while",
                                                       "for",    "switch", "and", "or",   "not",   "xor",       "bitor",    "bitand",   "delete"};
// What ends a type, so that the word behind it is declared.
inline constexpr std::string_view ends_of_types[]{"void",     "bool",  "char",     "short", "int",     "long",   "float",       "double", "signed",
                                                  "unsigned", "const", "volatile", "auto",  "wchar_t", "size_t", "__restrict__"};

}  // namespace loom::compile
