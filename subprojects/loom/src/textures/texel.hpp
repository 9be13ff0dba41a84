// From the bytes of a texel to what a thread gets of it.
#pragma once

#include <cstdint>

#include "loom/texel.h"
#include "textures/objects.hpp"

namespace loom::textures {

// The raw bits of each channel, integers extended to 32 bits; channels that the format has not are 0.
Texel decode(const Format&, const void* bytes);
// What the texture's border colour is in its format.
Texel border(const Texture&);

// Whether samples are real numbers: the texels are, or the texture reads them as such.
bool is_real(const Texture&);

// Texels as the real numbers that they stand for.
Texel as_real(const Texture&, const Texel&);

// Integers filtered as an H200 does it: in 16 bits. `parts` share out 256.
float filtered_integer(const Format&, const std::int32_t* values, const int* parts, int count);

float real_of(unsigned bits16);      // a number of half precision
float linear_of_sRGB(unsigned value);

}  // namespace loom::textures
