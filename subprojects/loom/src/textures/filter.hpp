// The linear filter's arithmetic, as an H200 does it.
#pragma once

namespace loom::textures {

// How the 256 parts of a sample are shared among its two, four or eight texels: x fastest, then y, then z.
// `x`, `y` and `z` are the weights of the second texel along each axis; 0 along an axis that the texture has not.
struct Weights {
  int parts[8];
  bool taken[8];                     // whether the texel lies within the filter, even where its part rounds to nothing
};
Weights weights(int x, int y, int z);

// The numbers that are summed.
struct Precision {
  int fraction_bits;                 // below the leading one
  int kept_bits;                     // below the largest value's leading one, to which all are cut down
  int smallest_exponent;
  bool flushes;                      // whether denormal numbers count as 0
};
inline constexpr Precision single_precision{23, 27, -126, true};
inline constexpr Precision half_precision{10, 14, -14, false};

// The sum of the values by their parts: each cut down, the sum of each layer of four exact, the whole rounded once, halves
// away from 0. `count` is 2, 4 or 8.
float weighted_sum(const float* values, const Weights&, int count, const Precision&);

}  // namespace loom::textures
