// Sobol's sequence in one dimension, in the order of the Gray code: point i + 1 differs from point i by one direction vector.
#pragma once

#include "curand.h"
#include "loom/random/core.h"

namespace loom::random {

template <class Word>
struct SobolState {
  Word index;
  Word point;
  Word scramble;
  Word directions[8 * sizeof(Word)];
};

template <class Word>
LOOM_RANDOM void skip(SobolState<Word>* state, Word n) {
  const Word index = state->index + n;
  const Word gray = index ^ index >> 1;
  Word point = state->scramble;
  for (unsigned bit = 0; bit < 8 * sizeof(Word); ++bit)
    if (gray >> bit & 1) point ^= state->directions[bit];
  state->index = index;
  state->point = point;
}

template <class Word>
LOOM_RANDOM void begin(SobolState<Word>* state, const Word* directions, Word scramble, Word offset) {
  state->index = 0;
  state->scramble = scramble;
  for (unsigned bit = 0; bit < 8 * sizeof(Word); ++bit) state->directions[bit] = directions[bit];
  skip(state, offset);
}

template <class Word>
LOOM_RANDOM Word next(SobolState<Word>* state) {
  const Word point = state->point, index = state->index;
  const Word zeros = ~index;
  const unsigned last = 8 * sizeof(Word) - 1;
  const unsigned lowest_zero = zeros == 0 ? last : static_cast<unsigned>(__builtin_ctzll(zeros));
  state->point = point ^ state->directions[lowest_zero];
  state->index = index + 1;
  return point;
}

}  // namespace loom::random

// Types of their own, so that overloads tell them apart.
struct curandStateSobol32 : loom::random::SobolState<unsigned> {};
struct curandStateScrambledSobol32 : loom::random::SobolState<unsigned> {};
struct curandStateSobol64 : loom::random::SobolState<unsigned long long> {};
struct curandStateScrambledSobol64 : loom::random::SobolState<unsigned long long> {};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

LOOM_RANDOM unsigned curand(curandStateSobol32* state) { return loom::random::next<unsigned>(state); }
LOOM_RANDOM unsigned curand(curandStateScrambledSobol32* state) { return loom::random::next<unsigned>(state); }
LOOM_RANDOM unsigned long long curand(curandStateSobol64* state) { return loom::random::next<unsigned long long>(state); }
LOOM_RANDOM unsigned long long curand(curandStateScrambledSobol64* state) { return loom::random::next<unsigned long long>(state); }

LOOM_RANDOM void skipahead(unsigned n, curandStateSobol32* state) { loom::random::skip<unsigned>(state, n); }
LOOM_RANDOM void skipahead(unsigned n, curandStateScrambledSobol32* state) { loom::random::skip<unsigned>(state, n); }
LOOM_RANDOM void skipahead(unsigned long long n, curandStateSobol64* state) { loom::random::skip<unsigned long long>(state, n); }
LOOM_RANDOM void skipahead(unsigned long long n, curandStateScrambledSobol64* state) {
  loom::random::skip<unsigned long long>(state, n);
}

LOOM_RANDOM void curand_init(curandDirectionVectors32_t direction_vectors, unsigned offset, curandStateSobol32* state) {
  loom::random::begin<unsigned>(state, direction_vectors, 0, offset);
}
LOOM_RANDOM void curand_init(curandDirectionVectors32_t direction_vectors, unsigned scramble_c, unsigned offset,
                             curandStateScrambledSobol32* state) {
  loom::random::begin<unsigned>(state, direction_vectors, scramble_c, offset);
}
LOOM_RANDOM void curand_init(curandDirectionVectors64_t direction_vectors, unsigned long long offset, curandStateSobol64* state) {
  loom::random::begin<unsigned long long>(state, direction_vectors, 0, offset);
}
LOOM_RANDOM void curand_init(curandDirectionVectors64_t direction_vectors, unsigned long long scramble_c, unsigned long long offset,
                             curandStateScrambledSobol64* state) {
  loom::random::begin<unsigned long long>(state, direction_vectors, scramble_c, offset);
}
