// Finds `kernel<<<grid, block, shared, stream>>>(arguments)`.
#pragma once

#include <cstddef>
#include <vector>

#include "compile/syntax.hpp"

namespace loom::compile {

// A launch, as positions of words. Ranges end one past their last word.
struct Launch {
  std::size_t first = 0;             // of the kernel's name
  std::size_t open = 0;              // the first `<` of `<<<`
  std::size_t close = 0;             // the first `>` of `>>>`
  std::size_t paren = 0;             // the `(` of the arguments
  std::size_t last = 0;              // one past their `)`
};

// The launches of a file by their first word. Throws TranslationError for one that is not complete.
std::vector<Launch> find_launches(const Syntax&, const Tokens&);

}  // namespace loom::compile
