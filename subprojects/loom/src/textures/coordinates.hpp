// From a coordinate along one axis to texels, as an H200 does it: in fixed point.
//
// A position has 8 bits below the texel. A normalised coordinate is first cut down to 21 bits below 1. NaN and
// denormal numbers count as 0.
// Wrapping and mirroring are for normalised coordinates; without those they clamp.
#pragma once

#include "texture_types.h"

namespace loom::textures {

struct AxisMode {
  int extent = 1;                    // in texels
  cudaTextureAddressMode address = cudaAddressModeClamp;
  bool normalised = false;
};

// An index along the axis outside the texture: there the border's colour is read.
inline constexpr int outside = -1;

int nearest(float coordinate, const AxisMode&);

// The two texels between which the coordinate lies.
struct Pair {
  int first = 0, second = 0;
  int weight = 0;                    // of the second, out of 256
};
Pair neighbours(float coordinate, const AxisMode&);
// Likewise, but beyond the ends each of the two is brought back by itself: before the first texel both are the first.
Pair neighbours_beyond(float coordinate, const AxisMode&);

}  // namespace loom::textures
