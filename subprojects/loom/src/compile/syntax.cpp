#include "compile/syntax.hpp"

#include <algorithm>
#include <string_view>

namespace loom::compile {
namespace {

// Where no template arguments can be; the brackets, that is those without a partner.
constexpr std::string_view ends_of_arguments[]{";", "(", "[", "{", ")", "]", "}"};

bool pair(std::string_view open, std::string_view close) {
  return (open == "(" && close == ")") || (open == "[" && close == "]") || (open == "{" && close == "}");
}

}  // namespace

Syntax::Syntax(const Tokens& tokens) : tokens_(tokens), partner_(tokens.all.size(), none), at_file_scope_(tokens.all.size()) {
  pair_brackets();
  find_scopes();
}

void Syntax::pair_brackets() {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_one_of(i, {"(", "[", "{"})) {
      open.push_back(i);
    } else if (!open.empty() && pair(tokens_.all[open.back()].text, tokens_.all[i].text)) {
      partner_[i] = open.back();
      partner_[open.back()] = i;
      open.pop_back();
    }
  }
}

void Syntax::find_scopes() {
  std::vector<bool> around{true};
  for (std::size_t i = 0; i < size(); ++i) {
    if (is(i, "}") && partner_[i] != none) around.pop_back();
    at_file_scope_[i] = around.back();
    if (is(i, "{") && partner_[i] != none) around.push_back(opened_by(i) == Opens::name_space);
  }
}

Opens Syntax::opened_by(std::size_t brace) const {
  if (begins_statement(brace)) return Opens::block;
  if (is_one_of(brace - 1, {"=", "return", ",", "("})) return Opens::initialiser;
  if (brace >= 2 && tokens_.all[brace - 1].kind == TokenKind::string && is(brace - 2, "extern")) return Opens::name_space;
  for (std::size_t i = brace; i-- > 0 && !is_one_of(i, {";", "{", "}", "(", "[", "="});) {
    if (is(i, "namespace")) return Opens::name_space;
    if (is_one_of(i, {"class", "struct", "union", "enum"})) return Opens::type;
    const bool parameters = is(i, ")");
    i = begin_of_group(i);
    if (parameters && !is_one_of(i - 1, with_parentheses)) return Opens::body;
  }
  return Opens::body;
}

bool Syntax::begins_statement(std::size_t i) const {
  if (!is(i - 1, ")")) return is_one_of(i - 1, {";", "{", "}", "else", "do", ":"});
  const std::size_t before = begin_of_group(i - 1) - 1;
  return is_one_of(before, {"if", "for", "while", "switch"}) || (is(before, "constexpr") && is(before - 1, "if"));
}

bool Syntax::is_one_of(std::size_t i, Words words) const {
  return i < size() && std::ranges::find(words, tokens_.all[i].text) != words.end();
}

bool Syntax::holds(std::size_t first, std::size_t last, std::string_view text) const {
  while (first < last && !is(first, text)) ++first;
  return first < last;
}

std::size_t Syntax::enclosing(std::size_t i) const {
  while (i-- > 0) {
    if (opens(i)) return i;
    if (closes(i)) i = partner_[i];
  }
  return none;
}

std::size_t Syntax::begin_of_group(std::size_t i) const {
  const std::size_t begin = closes(i) ? partner_[i] : is(i, ">") ? template_begin(i) : none;
  return begin != none ? begin : i;
}

std::size_t Syntax::end_of_group(std::size_t i, std::size_t limit) const {
  const bool follows_name = is(i, "<") && (is_identifier(i - 1) || is(i - 1, "template"));
  const std::size_t end = opens(i) ? partner_[i] : follows_name ? template_end(i, limit) : none;
  return end != none ? end : i;
}

std::size_t Syntax::template_end(std::size_t open, std::size_t limit) const {
  const bool is_list = open > 0 && is(open - 1, "template");      // no comparison, whatever it holds
  std::size_t depth = 0;
  for (std::size_t i = open; i < limit; ++i) {
    if (is(i, "<")) ++depth;
    else if (is(i, ">") && --depth == 0) return i;
    else if (opens(i)) i = partner_[i];
    else if (is_one_of(i, ends_of_arguments) || (!is_list && is_one_of(i, {"?", "||", "="}))) return none;
  }
  return none;
}

std::size_t Syntax::template_begin(std::size_t close) const {
  std::size_t depth = 0, begin = none;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (is(i, ">")) ++depth;
    else if (is(i, "<") && is(i - 1, "template") && (begin == none ? depth == 1 : template_end(i, close) == none)) return i;
    else if (is(i, "<") && begin == none && --depth == 0) begin = i;    // or a comparison, as in `template <int n, enable_if_t<n < 3, int> = 0>`
    else if (closes(i)) i = partner_[i];
    else if (is_one_of(i, ends_of_arguments)) break;
  }
  return begin;
}

}  // namespace loom::compile
