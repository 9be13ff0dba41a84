// How a file's words nest: brackets and their partners, template arguments, and what lies outside functions and types.
#pragma once

#include <cstddef>
#include <vector>

#include "compile/lexer.hpp"

namespace loom::compile {

class Syntax {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  explicit Syntax(const Tokens& tokens);

  std::size_t size() const { return tokens_.all.size(); }
  const Token& operator[](std::size_t i) const { return tokens_.all[i]; }
  // Whether the word there reads so; false beyond the ends.
  bool is(std::size_t i, std::string_view text) const { return i < size() && tokens_.all[i].text == text; }
  bool is_identifier(std::size_t i) const { return i < size() && tokens_.all[i].kind == TokenKind::identifier; }

  // The other bracket of a pair of (), [] or {}; `none` where there is none.
  std::size_t partner(std::size_t i) const { return i < size() ? partner_[i] : none; }
  // Whether nothing but namespaces is around the word.
  bool at_file_scope(std::size_t i) const { return at_file_scope_[i]; }

  // The `>` that ends the template arguments opened by the `<` at i, before `limit`; `none` where they read like a comparison.
  std::size_t template_end(std::size_t open, std::size_t limit) const;
  // The `<` that opens the template arguments ended by the `>` at i; `none` where there is none.
  std::size_t template_begin(std::size_t close) const;

 private:
  void pair_brackets();
  void find_scopes();
  bool opens_namespace(std::size_t brace) const;

  const Tokens& tokens_;
  std::vector<std::size_t> partner_;
  std::vector<bool> at_file_scope_;
};

}  // namespace loom::compile
