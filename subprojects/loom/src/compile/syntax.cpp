#include "compile/syntax.hpp"

#include <string_view>

namespace loom::compile {
namespace {

bool opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool closes(std::string_view text) { return text == ")" || text == "]" || text == "}"; }
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
    const Token& token = tokens_.all[i];
    if (token.kind != TokenKind::punctuator) continue;
    if (opens(token.text)) {
      open.push_back(i);
    } else if (closes(token.text)) {
      if (open.empty() || !pair(tokens_.all[open.back()].text, token.text)) continue;
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
    if (is(i, "{") && partner_[i] != none) around.push_back(opens_namespace(i));
  }
}

// A brace opens a namespace if `namespace` is among the words since the last statement, or `extern "C"` stands before it.
bool Syntax::opens_namespace(std::size_t brace) const {
  if (brace >= 2 && tokens_.all[brace - 1].kind == TokenKind::string && is(brace - 2, "extern")) return true;
  for (std::size_t i = brace; i-- > 0;) {
    if (is(i, "namespace")) return true;
    if (is(i, ")") || is(i, ";") || is(i, "{") || is(i, "}")) return false;
  }
  return false;
}

std::size_t Syntax::template_end(std::size_t open, std::size_t limit) const {
  const bool is_list = open > 0 && is(open - 1, "template");      // no comparison, whatever it holds
  std::size_t depth = 0;
  for (std::size_t i = open; i < limit; ++i) {
    const std::string_view text = tokens_.all[i].text;
    if (tokens_.all[i].kind != TokenKind::punctuator) continue;
    if (text == "<") {
      ++depth;
    } else if (text == ">") {
      if (--depth == 0) return i;
    } else if (opens(text)) {
      if (partner_[i] == none) return none;
      i = partner_[i];
    } else if (closes(text) || text == ";" || (!is_list && (text == "?" || text == "||" || text == "="))) {
      return none;
    }
  }
  return none;
}

std::size_t Syntax::template_begin(std::size_t close) const {
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const std::string_view text = tokens_.all[i].text;
    if (tokens_.all[i].kind != TokenKind::punctuator) continue;
    if (text == ">") {
      ++depth;
    } else if (text == "<") {
      if (--depth == 0) return i;
    } else if (closes(text)) {
      if (partner_[i] == none) return none;
      i = partner_[i];
    } else if (opens(text) || text == ";") {
      return none;
    }
  }
  return none;
}

}  // namespace loom::compile
