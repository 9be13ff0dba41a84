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

Syntax::Syntax(const Tokens& tokens) : tokens_(tokens), partner_(tokens.all.size(), none), scope_(tokens.all.size(), Scope::file) {
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
      // A brace closes what was left open inside it, so that one stray bracket does not unsettle the rest of the file.
      if (token.text == "}")
        while (!open.empty() && !is(open.back(), "{")) open.pop_back();
      if (open.empty() || !pair(tokens_.all[open.back()].text, token.text)) continue;
      partner_[i] = open.back();
      partner_[open.back()] = i;
      open.pop_back();
    }
  }
}

void Syntax::find_scopes() {
  std::vector<Scope> around{Scope::file};
  for (std::size_t i = 0; i < size(); ++i) {
    if (is(i, "}") && partner_[i] != none) around.pop_back();
    scope_[i] = around.back();
    if (is(i, "{") && partner_[i] != none) around.push_back(opened_by(i));
  }
}

// A brace opens a namespace, a type or a block, told by the words since the statement began. A function that returns
// `struct S` has parameters; a type has none.
Scope Syntax::opened_by(std::size_t brace) const {
  bool type = false;
  for (std::size_t i = brace; i-- > 0;) {
    const std::string_view text = tokens_.all[i].text;
    if (text == ";" || text == "{" || text == "}" || text == "=") break;
    if (text == "namespace") return Scope::file;
    if (tokens_.all[i].kind == TokenKind::string && is(i - 1, "extern")) return Scope::file;
    if (text == "struct" || text == "class" || text == "union" || text == "enum") type = true;
    if (closes(text) && partner_[i] != none) {
      const std::size_t open = partner_[i];
      const bool of_an_attribute = is(open - 1, "__attribute__") || is(open - 1, "alignas") || is(open - 1, "decltype");
      if (text == ")" && !of_an_attribute && !type) return Scope::block;
      i = open;
    } else if (text == "(" || text == "[") {
      break;
    } else if (text == ">") {
      if (const std::size_t open = template_begin(i); open != none) i = open;
    }
  }
  return type ? Scope::type : Scope::block;
}

std::size_t Syntax::template_end(std::size_t open, std::size_t limit) const {
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
    } else if (closes(text) || text == ";" || text == "?" || text == "||" || text == "=") {
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
