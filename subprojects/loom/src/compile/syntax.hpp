// How a file's words nest: brackets and their partners, template arguments, what a brace opens, and what lies outside functions and
// types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "compile/lexer.hpp"

namespace loom::compile {

using Words = std::span<const std::string_view>;

// What stands before parentheses in a declaration and is not what it declares.
inline constexpr std::string_view with_parentheses[]{"__attribute__", "alignas",  "decltype",   "__typeof__",      "typeof",         "explicit",
                                                     "noexcept",      "requires", "__declspec", "__loom_bounds__", "__loom_cluster__"};

// What a brace opens: a body is a function's or a lambda's, or what words alone do not tell.
enum class Opens : std::uint8_t { name_space, type, block, initialiser, body };

class Syntax {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  explicit Syntax(const Tokens& tokens);

  std::size_t size() const { return tokens_.all.size(); }
  const Token& operator[](std::size_t i) const { return tokens_.all[i]; }
  // Whether the word there reads so; false beyond the ends.
  bool is(std::size_t i, std::string_view text) const { return i < size() && tokens_.all[i].text == text; }
  bool is_one_of(std::size_t i, Words) const;
  bool is_one_of(std::size_t i, std::initializer_list<std::string_view> words) const { return is_one_of(i, Words(words)); }
  // Whether the text is one of the words [first, last).
  bool holds(std::size_t first, std::size_t last, std::string_view text) const;
  bool is_identifier(std::size_t i) const { return i < size() && tokens_.all[i].kind == TokenKind::identifier; }

  // The other bracket of a pair of (), [] or {}; `none` where there is none.
  std::size_t partner(std::size_t i) const { return i < size() ? partner_[i] : none; }
  // Whether the word is a bracket with a partner behind it, or before it.
  bool opens(std::size_t i) const { return partner(i) != none && partner(i) > i; }
  bool closes(std::size_t i) const { return partner(i) < i; }
  // One past the partner of the bracket that opens there; the end where it is never closed.
  std::size_t behind(std::size_t open) const { return opens(open) ? partner_[open] + 1 : size(); }
  // The bracket that is open around the word; `none` where none is.
  std::size_t enclosing(std::size_t i) const;
  // The other end of the group that ends or begins there, brackets or template arguments; i itself where there is none.
  std::size_t begin_of_group(std::size_t i) const;
  std::size_t end_of_group(std::size_t i, std::size_t limit) const;
  // Whether nothing but namespaces is around the word.
  bool at_file_scope(std::size_t i) const { return at_file_scope_[i]; }
  Opens opened_by(std::size_t brace) const;
  // Whether a statement may begin with the word at i.
  bool begins_statement(std::size_t i) const;

  // The `>` that ends the template arguments opened by the `<` at i, before `limit`; `none` where they read like a comparison.
  std::size_t template_end(std::size_t open, std::size_t limit) const;
  // The `<` that opens the template arguments ended by the `>` at i; `none` where there is none.
  std::size_t template_begin(std::size_t close) const;

 private:
  void pair_brackets();
  void find_scopes();

  const Tokens& tokens_;
  std::vector<std::size_t> partner_;
  std::vector<bool> at_file_scope_;
};

}  // namespace loom::compile
