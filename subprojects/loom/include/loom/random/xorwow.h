// Marsaglia's XORWOW: a xorshift register of five words and a counter.
#pragma once

#include "loom/random/core.h"
#include "loom/random/spare.h"

struct curandStateXORWOW {
  unsigned counter;
  unsigned words[5];
  loom::random::Spare spare;
  double spare_double;
};
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;

namespace loom::random {

inline constexpr unsigned xorwow_count = 362437;

LOOM_RANDOM void seed(curandStateXORWOW* state, unsigned long long seed) {
  const unsigned low = (static_cast<unsigned>(seed) ^ 0xaad26b49u) * 1099087573u;
  const unsigned high = (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
  state->counter = 6615241u + high + low;
  state->words[0] = 123456789u + low;
  state->words[1] = 362436069u ^ low;
  state->words[2] = 521288629u + high;
  state->words[3] = 88675123u ^ high;
  state->words[4] = 5783321u + low;
  state->spare = {};
  state->spare_double = 0;
}

// The register moves; sequences begin a multiple of 2^32 steps apart, where the counter stands as before.
LOOM_RANDOM void skip(curandStateXORWOW* state, unsigned long long sequences, unsigned long long steps) {
  unsigned words[5];
  for (int i = 0; i < 5; ++i) words[i] = state->words[i];
  skip_xorwow(words, sequences, steps);
  for (int i = 0; i < 5; ++i) state->words[i] = words[i];
  state->counter += xorwow_count * static_cast<unsigned>(steps);
}

}  // namespace loom::random

LOOM_RANDOM unsigned curand(curandStateXORWOW* state) {
  const unsigned first = state->words[0], last = state->words[4];
  const unsigned mixed = first ^ first >> 2;
  for (int i = 0; i < 4; ++i) state->words[i] = state->words[i + 1];
  const unsigned next = last ^ last << 4 ^ mixed ^ mixed << 1;
  state->words[4] = next;
  return next + (state->counter += loom::random::xorwow_count);
}

LOOM_RANDOM void skipahead(unsigned long long n, curandStateXORWOW* state) { loom::random::skip(state, 0, n); }
LOOM_RANDOM void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) { loom::random::skip(state, n, 0); }

LOOM_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                             curandStateXORWOW* state) {
  loom::random::seed(state, seed);
  loom::random::skip(state, subsequence, offset);
}
