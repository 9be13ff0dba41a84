// Philox-4x32-10: numbers as a function of a counter and a key, four words at a time.
#pragma once

#include "loom/random/core.h"
#include "loom/random/spare.h"

struct curandStatePhilox4_32_10 {
  uint4 counter;                  // the upper half is the subsequence
  uint4 output;                   // of the counter
  uint2 key;
  unsigned used;                  // words of the output
  loom::random::Spare spare;
  double spare_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace loom::random {

__extension__ typedef unsigned __int128 Counter;

LOOM_RANDOM Counter as_number(uint4 counter) {
  return static_cast<Counter>(counter.w) << 96 | static_cast<Counter>(counter.z) << 64 |
         static_cast<unsigned long long>(counter.y) << 32 | counter.x;
}
LOOM_RANDOM uint4 as_counter(Counter number) {
  return {static_cast<unsigned>(number), static_cast<unsigned>(number >> 32), static_cast<unsigned>(number >> 64),
          static_cast<unsigned>(number >> 96)};
}
// By way of a variable: what a call stores straight to memory is not seen to be written.
LOOM_RANDOM void advance(curandStatePhilox4_32_10* state, Counter by) {
  const uint4 counter = as_counter(as_number(state->counter) + by);
  const uint4 output = philox(counter, state->key);
  state->counter = counter;
  state->output = output;
}
LOOM_RANDOM unsigned word(uint4 four, unsigned i) { return i == 0 ? four.x : i == 1 ? four.y : i == 2 ? four.z : four.w; }

}  // namespace loom::random

LOOM_RANDOM unsigned curand(curandStatePhilox4_32_10* state) {
  const unsigned result = loom::random::word(state->output, state->used);
  if (++state->used == 4) {
    state->used = 0;
    loom::random::advance(state, 1);
  }
  return result;
}

LOOM_RANDOM uint4 curand4(curandStatePhilox4_32_10* state) {
  const uint4 before = state->output;
  loom::random::advance(state, 1);
  const uint4 after = state->output;
  const unsigned used = state->used;
  const auto at = [&](unsigned i) { return i < 4 ? loom::random::word(before, i) : loom::random::word(after, i - 4); };
  return {at(used), at(used + 1), at(used + 2), at(used + 3)};
}

LOOM_RANDOM void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  const unsigned long long words = state->used + n % 4;
  state->used = static_cast<unsigned>(words % 4);
  loom::random::advance(state, n / 4 + words / 4);
}

LOOM_RANDOM void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  loom::random::advance(state, static_cast<loom::random::Counter>(n) << 64);
}

LOOM_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                             curandStatePhilox4_32_10* state) {
  state->counter = {0, 0, 0, 0};
  state->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  state->used = 0;
  state->spare = {};
  state->spare_double = 0;
  skipahead_sequence(subsequence, state);
  skipahead(offset, state);
}
