// What the parts of the translator answer: which words give way to what, or why the text cannot be translated.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace loom::compile {

// Words [first, last) give way to `text`.
struct Replacement {
  std::size_t first = 0;
  std::size_t last = 0;
  std::string text;
};

// A mistake in the text, told as "file:line: sentence".
struct TranslationError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace loom::compile
