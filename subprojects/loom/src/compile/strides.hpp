// Kernels that are one loop `for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)`: what all threads do
// in one turn of it can be done before what they do in the next.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "compile/outline.hpp"
#include "compile/syntax.hpp"

namespace loom::compile {

struct Stride {
  std::size_t loop = 0;              // the word `for`
  std::size_t type = 0;              // of the variable: the first of its words
  std::size_t name = 0;              // the variable
  std::size_t first_end = 0;         // the `;` behind its first value, and that behind the condition
  std::size_t condition_end = 0;
  std::size_t close = 0;             // the `)` behind the step
};

// Finds the loop in a body of nothing but numbers. Nothing where there is more behind it than numbers that stay as they are, where a thread
// may leave it in the midst, or keeps anything from one turn to the next but its variable.
std::optional<Stride> find_stride(const Syntax&, const Outline&, std::size_t open, std::size_t close, const std::vector<std::string_view>& parameters);

}  // namespace loom::compile
