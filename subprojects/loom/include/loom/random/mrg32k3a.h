// L'Ecuyer's MRG32k3a: two linear recurrences of order three, combined.
#pragma once

#include "loom/random/convert.h"
#include "loom/random/spare.h"

struct curandStateMRG32k3a {
  unsigned first[3];
  unsigned second[3];
  loom::random::Spare spare;
  double spare_double;
};
typedef curandStateMRG32k3a curandStateMRG32k3a_t;

namespace loom::random {

inline constexpr unsigned long long mrg_first_modulus = 4294967087u;
inline constexpr unsigned long long mrg_second_modulus = 4294944443u;
inline constexpr double mrg_to_uniform = 2.3283065498378288e-10;
inline constexpr double mrg_to_bits = 1.000000048662;
inline constexpr int mrg_subsequence = 76;    // log2 of their distance
inline constexpr int mrg_sequence = 127;

// One of 1 … the first modulus.
LOOM_RANDOM double mrg_step(curandStateMRG32k3a* state) {
  const unsigned long long one =
      (1403580ull * state->first[1] + 810728ull * (mrg_first_modulus - state->first[0])) % mrg_first_modulus;
  state->first[0] = state->first[1];
  state->first[1] = state->first[2];
  state->first[2] = static_cast<unsigned>(one);
  const unsigned long long two =
      (527612ull * state->second[2] + 1370589ull * (mrg_second_modulus - state->second[0])) % mrg_second_modulus;
  state->second[0] = state->second[1];
  state->second[1] = state->second[2];
  state->second[2] = static_cast<unsigned>(two);
  return static_cast<double>(one > two ? one - two : one + mrg_first_modulus - two);
}

LOOM_RANDOM void seed(curandStateMRG32k3a* state, unsigned long long seed) {
  const unsigned long long start = 12345;
  const unsigned long long low = static_cast<unsigned>(seed) ^ 0x55555555u, high = static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaau;
  for (int i = 0; i < 3; ++i) {
    state->first[i] = static_cast<unsigned>(seed ? start * (i == 1 ? high : low) % mrg_first_modulus : start);
    state->second[i] = static_cast<unsigned>(seed ? start * (i == 1 ? low : high) % mrg_second_modulus : start);
  }
  state->spare = {};
  state->spare_double = 0;
}

LOOM_RANDOM void skip(curandStateMRG32k3a* state, unsigned long long n, int stride) {
  unsigned first[3], second[3];
  for (int i = 0; i < 3; ++i) first[i] = state->first[i];
  for (int i = 0; i < 3; ++i) second[i] = state->second[i];
  skip_mrg32k3a(first, second, n, stride);
  for (int i = 0; i < 3; ++i) state->first[i] = first[i];
  for (int i = 0; i < 3; ++i) state->second[i] = second[i];
}

LOOM_RANDOM float uniform(curandStateMRG32k3a* state) { return static_cast<float>(mrg_step(state) * mrg_to_uniform); }
LOOM_RANDOM double uniform_double(curandStateMRG32k3a* state) { return mrg_step(state) * mrg_to_uniform; }

LOOM_RANDOM float2 normal_pair(curandStateMRG32k3a* state) {
  const float x = uniform(state);
  return box_muller(x, uniform(state) * two_pi);
}
LOOM_RANDOM double2 normal_pair_double(curandStateMRG32k3a* state) {
  const double x = uniform_double(state);
  return box_muller(x, uniform_double(state) * 2);
}

}  // namespace loom::random

LOOM_RANDOM unsigned curand(curandStateMRG32k3a* state) {
  return static_cast<unsigned>(loom::random::mrg_step(state) * loom::random::mrg_to_bits);
}

LOOM_RANDOM void skipahead(unsigned long long n, curandStateMRG32k3a* state) { loom::random::skip(state, n, 0); }
LOOM_RANDOM void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* state) {
  loom::random::skip(state, n, loom::random::mrg_subsequence);
}
LOOM_RANDOM void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* state) {
  loom::random::skip(state, n, loom::random::mrg_sequence);
}

LOOM_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                             curandStateMRG32k3a* state) {
  loom::random::seed(state, seed);
  skipahead_subsequence(subsequence, state);
  skipahead(offset, state);
}
