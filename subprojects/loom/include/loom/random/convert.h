// From random bits to uniform numbers, as cuRAND does it, bit for bit.
#pragma once

#include "loom/random/core.h"

namespace loom::random {

inline constexpr float per_2_32 = 0x1p-32f;
inline constexpr double per_2_32_double = 0x1p-32;
inline constexpr double per_2_53 = 0x1p-53;
inline constexpr float two_pi = 6.2831855f;

// In (0, 1]: a large value rounds to 1.
LOOM_RANDOM float uniform(unsigned bits) { return static_cast<float>(bits) * per_2_32 + per_2_32 / 2; }
LOOM_RANDOM float uniform(unsigned long long bits) { return uniform(static_cast<unsigned>(bits >> 32)); }

LOOM_RANDOM double uniform_double(unsigned bits) { return bits * per_2_32_double + per_2_32_double; }
LOOM_RANDOM double uniform_double(unsigned long long bits) { return static_cast<double>(bits >> 11) * per_2_53 + per_2_53 / 2; }

// 53 bits out of two words.
LOOM_RANDOM unsigned long long joined(unsigned low, unsigned high) { return low ^ static_cast<unsigned long long>(high) << 21; }
LOOM_RANDOM double uniform_double(unsigned low, unsigned high) {
  return static_cast<double>(joined(low, high)) * per_2_53 + per_2_53 / 2;
}

// In (0, 1), without the ends.
LOOM_RANDOM double open_uniform(unsigned bits) { return bits * per_2_32_double + per_2_32_double / 2; }
LOOM_RANDOM double open_uniform(unsigned long long bits) { return static_cast<double>(bits >> 11) * per_2_53 + per_2_53 / 4; }

LOOM_RANDOM float2 normal_pair(unsigned x, unsigned y) {
  return box_muller(uniform(x), __builtin_fmaf(static_cast<float>(y), per_2_32 * two_pi, per_2_32 * two_pi / 2));
}
LOOM_RANDOM double2 normal_pair_double(unsigned x0, unsigned x1, unsigned y0, unsigned y1) {
  return box_muller(uniform_double(x0, x1), uniform_double(y0, y1) * 2);
}

}  // namespace loom::random
