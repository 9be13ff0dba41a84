// The words of a preprocessed CUDA file, each with its position in the file the reader wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loom::compile {

enum class TokenKind : std::uint8_t { identifier, number, string, character, punctuator };

struct Token {
  TokenKind kind = TokenKind::punctuator;
  bool from_system_macro = false;    // the preprocessor says so, and a line marker must say it again
  std::uint32_t line = 0;
  std::uint32_t file = 0;            // index into Tokens::files
  std::size_t begin = 0;
  std::string_view text;

  std::size_t end() const { return begin + text.size(); }
};

struct Tokens {
  std::vector<Token> all;
  std::vector<std::string> files;    // as line markers spell them, with their quotes
};

// "add.cu:31"
std::string location(const Tokens&, const Token&);

// Lexes what `g++ -E` wrote. What system headers hold is passed over, unless they use CUDA's words themselves.
// Pragmas for nvcc alone are blanked in the text. `<` and `>` are always words of one character, because only the
// translator can tell a launch from a shift from template arguments.
Tokens lex(std::string& text);

}  // namespace loom::compile
