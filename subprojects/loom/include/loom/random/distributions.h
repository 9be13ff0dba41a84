// Distributions over all generators of kernels.
#pragma once

#include <math.h>

#include <type_traits>

#include "loom/random/convert.h"
#include "loom/random/mrg32k3a.h"
#include "loom/random/philox.h"
#include "loom/random/sobol.h"
#include "loom/random/xorwow.h"

namespace loom::random {

template <class State, class... States>
inline constexpr bool is_one_of = (std::is_same_v<State, States> || ...);
template <class State>
inline constexpr bool is_quasi =
    is_one_of<State, curandStateSobol32, curandStateScrambledSobol32, curandStateSobol64, curandStateScrambledSobol64>;
template <class State>
inline constexpr bool is_pseudo = is_one_of<State, curandStateXORWOW, curandStateMRG32k3a, curandStatePhilox4_32_10>;

// The second template argument of a function for one of the two kinds.
template <class State>
using IfPseudo = std::enable_if_t<is_pseudo<State>, int>;
template <class State>
using IfQuasi = std::enable_if_t<is_quasi<State>, int>;
template <class State>
using IfAny = std::enable_if_t<is_pseudo<State> || is_quasi<State>, int>;

// Each call of curand() stands in a statement of its own: the order of arguments is the compiler's to choose.
template <class State>
LOOM_RANDOM float2 pair(State* state) {
  if constexpr (std::is_same_v<State, curandStateMRG32k3a>) {
    return normal_pair(state);
  } else {
    const unsigned x = curand(state);
    const unsigned y = curand(state);
    return normal_pair(x, y);
  }
}

template <class State>
LOOM_RANDOM double2 pair_double(State* state) {
  if constexpr (std::is_same_v<State, curandStateMRG32k3a>) {
    return normal_pair_double(state);
  } else {
    const unsigned x0 = curand(state);
    const unsigned x1 = curand(state);
    const unsigned y0 = curand(state);
    const unsigned y1 = curand(state);
    return normal_pair_double(x0, x1, y0, y1);
  }
}

LOOM_RANDOM float log_normal(float normal, float mean, float stddev) { return expf(__builtin_fmaf(stddev, normal, mean)); }
LOOM_RANDOM double log_normal(double normal, double mean, double stddev) { return exp(__builtin_fma(stddev, normal, mean)); }

LOOM_RANDOM unsigned rounded(double normal, double mean) { return static_cast<unsigned>(sqrt(mean) * normal + mean + 0.5); }

}  // namespace loom::random

// Uniform

template <class State, loom::random::IfAny<State> = 0>
LOOM_RANDOM float curand_uniform(State* state) {
  if constexpr (std::is_same_v<State, curandStateMRG32k3a>) return loom::random::uniform(state);
  else return loom::random::uniform(curand(state));
}

template <class State, loom::random::IfAny<State> = 0>
LOOM_RANDOM double curand_uniform_double(State* state) {
  if constexpr (std::is_same_v<State, curandStateMRG32k3a>) {
    return loom::random::uniform_double(state);
  } else if constexpr (std::is_same_v<State, curandStateXORWOW>) {
    const unsigned low = curand(state);
    return loom::random::uniform_double(low, curand(state));
  } else {
    return loom::random::uniform_double(curand(state));
  }
}

LOOM_RANDOM float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return {loom::random::uniform(bits.x), loom::random::uniform(bits.y), loom::random::uniform(bits.z), loom::random::uniform(bits.w)};
}

LOOM_RANDOM double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  return {loom::random::uniform_double(bits.x, bits.y), loom::random::uniform_double(bits.z, bits.w)};
}

// Normal

template <class State, loom::random::IfPseudo<State> = 0>
LOOM_RANDOM float2 curand_normal2(State* state) { return loom::random::pair(state); }

template <class State, loom::random::IfPseudo<State> = 0>
LOOM_RANDOM double2 curand_normal2_double(State* state) { return loom::random::pair_double(state); }

LOOM_RANDOM float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const uint4 bits = curand4(state);
  const float2 one = loom::random::normal_pair(bits.x, bits.y), two = loom::random::normal_pair(bits.z, bits.w);
  return {one.x, one.y, two.x, two.y};
}

template <class State, loom::random::IfAny<State> = 0>
LOOM_RANDOM float curand_normal(State* state) {
  if constexpr (loom::random::is_quasi<State>) {
    return loom::random::inverse_normal(curand(state));
  } else {
    using loom::random::Kept;
    if (state->spare.kept == Kept::normal) {
      state->spare.kept = Kept::nothing;
      return state->spare.value;
    }
    const float2 pair = loom::random::pair(state);
    state->spare.value = pair.y;
    state->spare.kept = Kept::normal;
    return pair.x;
  }
}

template <class State, loom::random::IfAny<State> = 0>
LOOM_RANDOM double curand_normal_double(State* state) {
  if constexpr (loom::random::is_quasi<State>) {
    return loom::random::inverse_normal_double(curand(state));
  } else {
    using loom::random::Kept;
    if (state->spare.kept_double == Kept::normal) {
      state->spare.kept_double = Kept::nothing;
      return state->spare_double;
    }
    const double2 pair = loom::random::pair_double(state);
    state->spare_double = pair.y;
    state->spare.kept_double = Kept::normal;
    return pair.x;
  }
}

// Log-normal

template <class State, loom::random::IfPseudo<State> = 0>
LOOM_RANDOM float2 curand_log_normal2(State* state, float mean, float stddev) {
  const float2 pair = loom::random::pair(state);
  return {loom::random::log_normal(pair.x, mean, stddev), loom::random::log_normal(pair.y, mean, stddev)};
}

template <class State, loom::random::IfPseudo<State> = 0>
LOOM_RANDOM double2 curand_log_normal2_double(State* state, double mean, double stddev) {
  const double2 pair = loom::random::pair_double(state);
  return {loom::random::log_normal(pair.x, mean, stddev), loom::random::log_normal(pair.y, mean, stddev)};
}

LOOM_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float stddev) {
  const float4 normal = curand_normal4(state);
  return {loom::random::log_normal(normal.x, mean, stddev), loom::random::log_normal(normal.y, mean, stddev),
          loom::random::log_normal(normal.z, mean, stddev), loom::random::log_normal(normal.w, mean, stddev)};
}

template <class State, loom::random::IfAny<State> = 0>
LOOM_RANDOM float curand_log_normal(State* state, float mean, float stddev) {
  if constexpr (loom::random::is_quasi<State>) {
    return loom::random::log_normal(loom::random::inverse_normal(curand(state)), mean, stddev);
  } else {
    using loom::random::Kept;
    if (state->spare.kept == Kept::log_normal) {
      state->spare.kept = Kept::nothing;
      return state->spare.value;
    }
    const float2 pair = curand_log_normal2(state, mean, stddev);
    state->spare.value = pair.y;
    state->spare.kept = Kept::log_normal;
    return pair.x;
  }
}

template <class State, loom::random::IfAny<State> = 0>
LOOM_RANDOM double curand_log_normal_double(State* state, double mean, double stddev) {
  if constexpr (loom::random::is_quasi<State>) {
    return loom::random::log_normal(loom::random::inverse_normal_double(curand(state)), mean, stddev);
  } else {
    using loom::random::Kept;
    if (state->spare.kept_double == Kept::log_normal) {
      state->spare.kept_double = Kept::nothing;
      return state->spare_double;
    }
    const double2 pair = curand_log_normal2_double(state, mean, stddev);
    state->spare_double = pair.y;
    state->spare.kept_double = Kept::log_normal;
    return pair.x;
  }
}
