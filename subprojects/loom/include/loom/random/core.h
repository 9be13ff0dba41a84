// What the random numbers of kernels and of the host API are made of. Implemented in loom itself (src/device/random), so that a program
// that draws only in its kernels links nothing more.
#pragma once

#include "vector_types.h"

// Always inlined: code of programs is watched, loom's is not, and the two may not share one copy.
#define LOOM_RANDOM [[maybe_unused]] __attribute__((always_inline)) static inline

namespace loom::random {

// Ten rounds of Philox-4x32, by Random123.
uint4 philox(uint4 counter, uint2 key);

// XORWOW's five words, 2^67 steps a sequence and single steps further.
void skip_xorwow(unsigned (&words)[5], unsigned long long sequences, unsigned long long steps);

// MRG32k3a's two recurrences, n·2^stride steps further; stride may be 127 at most.
void skip_mrg32k3a(unsigned (&first)[3], unsigned (&second)[3], unsigned long long n, int stride);

// Two normal numbers by the method of Box and Muller, from a uniform one in (0, 1] and an angle in radians.
float2 box_muller(float uniform, float angle);
// The same; the angle in half turns, in (0, 2].
double2 box_muller(double uniform, double half_turns);

// The normal number below which lies the share of all that the bits stand for.
float inverse_normal(unsigned bits);
float inverse_normal(unsigned long long bits);
double inverse_normal_double(unsigned bits);
double inverse_normal_double(unsigned long long bits);

// The smallest count that a Poisson number of this mean exceeds with a probability of at most 1 - uniform, for uniform in (0, 1).
unsigned inverse_poisson(double uniform, double mean);

}  // namespace loom::random
