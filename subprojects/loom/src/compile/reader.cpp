#include "compile/reader.hpp"

#include <algorithm>

namespace loom::compile {
namespace {

constexpr unsigned deepest = 200;    // statements in one another

std::size_t behind_statement(const Syntax& syntax, std::size_t i, unsigned depth) {
  if (depth > deepest) return syntax.size();
  if (syntax.is(i, "{")) return syntax.behind(i);
  if (syntax.is(i, "if")) {
    const std::size_t end = behind_statement(syntax, syntax.behind(syntax.is(i + 1, "constexpr") ? i + 2 : i + 1), depth + 1);
    return syntax.is(end, "else") ? behind_statement(syntax, end + 1, depth + 1) : end;
  }
  if (syntax.is_one_of(i, {"for", "while", "switch"})) return behind_statement(syntax, syntax.behind(i + 1), depth + 1);
  if (syntax.is(i, "do")) i = behind_statement(syntax, i + 1, depth + 1);
  for (; i < syntax.size() && !syntax.is(i, ";"); ++i)
    if (syntax.opens(i)) i = syntax.partner(i);
  return std::min(i + 1, syntax.size());
}

}  // namespace

std::optional<Function> function_of(const Syntax& syntax, std::size_t word) {
  for (std::size_t i = word + 1; i < syntax.size() && !syntax.is_one_of(i, {";", "{", "}"}); ++i) {
    if (!syntax.opens(i)) continue;
    if (syntax.is(i, "(")) {
      std::size_t name = i - 1;
      if (syntax.is(name, ">"))        // a specialisation
        if (const std::size_t open = syntax.template_begin(name); open != Syntax::none && open > word + 1) name = open - 1;
      if (syntax.is_identifier(name) && !syntax.is_one_of(name, with_parentheses) && !syntax.is(name, "void"))
        return Function{first_of_declaration(syntax, word), name, i, body_behind(syntax, syntax.partner(i))};
    }
    i = syntax.partner(i);
  }
  return std::nullopt;
}

std::size_t body_behind(const Syntax& syntax, std::size_t close) {
  for (std::size_t i = close + 1; i < syntax.size() && !syntax.is_one_of(i, {";", "}", "="}); ++i) {
    if (syntax.is(i, "{")) return syntax.opens(i) ? i : Syntax::none;
    i = syntax.end_of_group(i, syntax.size());
  }
  return Syntax::none;
}

std::size_t first_of_declaration(const Syntax& syntax, std::size_t i) {
  while (i > 0 && !syntax.is_one_of(i - 1, {";", "{", "}", "(", "[", "<", ",", "=", ":"})) {
    const std::size_t begin = syntax.begin_of_group(i - 1);
    if (syntax.is(begin, "<") && syntax.is(begin - 1, "template")) break;
    i = begin;
  }
  return i;
}

bool begins_attribute(const Syntax& syntax, std::size_t i) { return syntax.is(i, "[") && syntax.is(i + 1, "[") && syntax.opens(i); }

std::size_t first_of_name(const Syntax& syntax, std::size_t name) {
  while (syntax.is(name - 1, "::")) {
    const std::size_t before = name - 2;
    const bool is_scope = syntax.is_identifier(before) && !syntax.is_one_of(before, before_expressions) && !syntax.is_one_of(before, ends_of_types);
    name -= is_scope ? 2 : 1;
  }
  return name;
}

std::size_t arguments_of(const Syntax& syntax, std::size_t name) {
  std::size_t i = name + 1;
  if (syntax.is(i, "<") && !syntax.is(i + 1, "<"))
    if (const std::size_t close = syntax.template_end(i, syntax.size()); close != Syntax::none) i = close + 1;
  return syntax.is(i, "(") && syntax.opens(i) ? i : Syntax::none;
}

std::size_t behind_statement(const Syntax& syntax, std::size_t i) { return behind_statement(syntax, i, 0); }

std::size_t behind_labels(const Syntax& syntax, std::size_t i, std::size_t last) {
  for (;;) {
    if (syntax.is_one_of(i, {"case", "default"})) {
      while (i < last && !syntax.is(i, ":")) ++i;
      ++i;
    } else if (syntax.is_identifier(i) && syntax.is(i + 1, ":")) {
      i += 2;
    } else if (begins_attribute(syntax, i)) {
      i = syntax.partner(i) + 1;
    } else {
      return i;
    }
  }
}

}  // namespace loom::compile
