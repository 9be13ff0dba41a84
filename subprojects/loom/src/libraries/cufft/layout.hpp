// Where the elements of a transform lie.
#pragma once

#include <cstddef>
#include <vector>

#include "cufft.h"

namespace loom::cufft {

// How a program places elements: element (x, y, z) of transform b is b·distance + ((x·embed[1] + y)·embed[2] + z)·stride away.
struct Placement {
  std::vector<long long> embed;
  long long stride = 1;
  long long distance = 0;
};

struct Shape {
  cufftType type = CUFFT_C2C;
  std::vector<long long> lengths;    // of one transform, slowest first
  long long batch = 1;
  // Without these, transforms lie densely one behind the other, and real rows in place are padded to hold their complex ones.
  bool is_placed = false;
  Placement input, output;
};

bool is_double(cufftType);
bool has_real_input(cufftType);
bool has_real_output(cufftType);

// One side of a transform, in elements of that side.
struct Side {
  std::vector<std::ptrdiff_t> strides;
  std::ptrdiff_t distance = 0;
  std::size_t elements = 0;          // from the first to the last one touched
  std::size_t element_bytes = 0;

  std::size_t bytes() const { return elements * element_bytes; }
};

Side input_side(const Shape&, bool in_place);
Side output_side(const Shape&, bool in_place);

// CUFFT_SUCCESS where such a transform can be.
cufftResult check(const Shape&);

}  // namespace loom::cufft
