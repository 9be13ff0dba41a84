// Poisson numbers. Means below 64 and above 4000 (quasirandom: below 1000 and from there on) give cuRAND's numbers; between them
// cuRAND rejects candidates of an approximation of its own, and loom inverts the distribution instead: other numbers, as many of each.
#pragma once

#include "loom/random/distributions.h"

// What a program passes from curandCreatePoissonDistribution to its kernels.
struct curandDiscreteDistribution_st {
  double mean;
};

namespace loom::random {

// Knuth's: how many uniform factors it takes to bring e^mean down to one.
template <class State>
LOOM_RANDOM unsigned poisson_by_products(State* state, float mean) {
  unsigned factors = 0;
  float product = expf(mean);
  do {
    ++factors;
    product *= curand_uniform(state);
  } while (product > 1.0f);
  return factors - 1;
}

inline constexpr double largest_by_products = 64;
inline constexpr double smallest_by_normal = 4000;

}  // namespace loom::random

template <class State, loom::random::IfAny<State> = 0>
LOOM_RANDOM unsigned curand_poisson(State* state, double lambda) {
  if constexpr (loom::random::is_quasi<State>) {
    const auto bits = curand(state);
    if (lambda < 1000) return loom::random::inverse_poisson(loom::random::open_uniform(bits), lambda);
    return loom::random::rounded(loom::random::inverse_normal_double(bits), lambda);
  } else {
    if (lambda < loom::random::largest_by_products) return loom::random::poisson_by_products(state, static_cast<float>(lambda));
    if (lambda > loom::random::smallest_by_normal) return loom::random::rounded(curand_normal_double(state), lambda);
    return loom::random::inverse_poisson(loom::random::open_uniform(curand(state)), lambda);
  }
}

LOOM_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10* state, double lambda) {
  using namespace loom::random;
  if (lambda > smallest_by_normal) {
    const double2 one = pair_double(state);
    const double2 two = pair_double(state);
    return {rounded(one.x, lambda), rounded(one.y, lambda), rounded(two.x, lambda), rounded(two.y, lambda)};
  }
  uint4 counts;
  counts.x = curand_poisson(state, lambda);
  counts.y = curand_poisson(state, lambda);
  counts.z = curand_poisson(state, lambda);
  counts.w = curand_poisson(state, lambda);
  return counts;
}

// One word per number, whatever the distribution.
template <class State, loom::random::IfAny<State> = 0>
LOOM_RANDOM unsigned curand_discrete(State* state, curandDiscreteDistribution_t discrete_distribution) {
  return loom::random::inverse_poisson(loom::random::open_uniform(curand(state)), discrete_distribution->mean);
}

LOOM_RANDOM uint4 curand_discrete4(curandStatePhilox4_32_10* state, curandDiscreteDistribution_t discrete_distribution) {
  uint4 counts;
  counts.x = curand_discrete(state, discrete_distribution);
  counts.y = curand_discrete(state, discrete_distribution);
  counts.z = curand_discrete(state, discrete_distribution);
  counts.w = curand_discrete(state, discrete_distribution);
  return counts;
}
