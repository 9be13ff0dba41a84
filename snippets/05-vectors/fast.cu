// Tangled from chapters/05-vectors.md. Edit there. [sha1 71d0cc767120316ef716bc408559a2d7b2fcd19c]
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/ulp.cuh"

__global__ void special_cases(float huge, float negative, float* results) {
  results[0] = __fdividef(huge, huge);
  results[1] = __powf(negative, 2.0f);
}

TEST_CASE("fast functions give wrong results in special cases") {
  weft::Buffer<float> results(2);
  special_cases<<<1, 1>>>(0x1.8p126f, -2.0f, results.data());
  CHECK(results.to_host()[0] == 0);         // instead of 1: the divisor exceeds 2^126
  CHECK(std::isnan(results.to_host()[1]));  // instead of 4: no logarithm of a negative number
}

__global__ void compute_all(weft::View<const float> arguments, float* results) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= arguments.size()) return;
  const float x = arguments[i];
  const auto store = [&](float result) {
    results[i] = result;
    results += arguments.size();
  };
  store(__sinf(x));
  store(__cosf(x));
  float sine, cosine;
  __sincosf(x, &sine, &cosine);
  store(sine);
  store(cosine);
  store(__tanf(x));
  store(__tanhf(x));
  store(__expf(x));
  store(__exp10f(x));
  store(__logf(x));
  store(__log2f(x));
  store(__log10f(x));
  store(__powf(x, 1.5f));
  store(__fdividef(1.0f, x));
  store(rsqrtf(x));
  store(__frsqrt_rn(x));
  store(__saturatef(x));
}

using Real = long double;
constexpr Real pi = 3.14159265358979323846L, none = INFINITY;

// An absolute error of 2^power for arguments between `from` and `to`; elsewhere `ulps`, and `more`
// ulps for each 1 in |x|.
struct Bound {
  std::string name;
  Real (*exact)(Real x);
  Real power, from, to, ulps, more;

  Real allowed(Real x, Real exact) const {
    if (x >= from && x <= to) return std::exp2(power);
    return (ulps + 0.5L + std::floor(more * std::abs(x))) * weft::ulp<float>(exact);
  }
};

Real inverse_root(Real x) { return 1 / std::sqrt(x); }

const std::vector<Bound> bounds = {
    {"`__sinf(x)`", std::sin, -21.41L, -pi, pi, none, 0},
    {"`__cosf(x)`", std::cos, -21.19L, -pi, pi, none, 0},
    {"`__sincosf`, sine", std::sin, -21.41L, -pi, pi, none, 0},
    {"`__sincosf`, cosine", std::cos, -21.19L, -pi, pi, none, 0},
    {"`__tanf(x)`", std::tan, -18.7L, -1, 1, none, 0},
    {"`__tanhf(x)`", std::tanh, 0, 1, 0, 8192, 0},
    {"`__expf(x)`", std::exp, 0, 1, 0, 2, 1.173L},
    {"`__exp10f(x)`", [](Real x) { return std::pow(10.0L, x); }, 0, 1, 0, 2, 2.97L},
    {"`__logf(x)`", std::log, -21.41L, 0.5L, 2, 3, 0},
    {"`__log2f(x)`", std::log2, -22, 0.5L, 2, 2, 0},
    {"`__log10f(x)`", std::log10, -24, 0.5L, 2, 3, 0},
    {"`__powf(x, 1.5f)`", [](Real x) { return x * std::sqrt(x); }, -19, 0.5L, 2, none, 0},
    {"`__fdividef(1, x)`", [](Real x) { return 1 / x; }, 0, 1, 0, 2, 0},
    {"`rsqrtf(x)`", inverse_root, 0, 1, 0, 2, 0},
    {"`__frsqrt_rn(x)`", inverse_root, 0, 1, 0, 0, 0},
    {"`__saturatef(x)`", [](Real x) { return std::clamp(x, 0.0L, 1.0L); }, 0, 1, 0, 0, 0},
};

bool fits_a_float(Real x) {
  return x == 0 || (std::abs(x) >= FLT_MIN && std::abs(x) <= FLT_MAX);
}

TEST_CASE("each fast function keeps the error bound of the manual") {
  std::vector<float> x;
  for (float size = 0x1p-16f; size < 0x1p16f; size *= 1.03f)
    x.insert(x.end(), {size, -size});
  const weft::Buffer<float> arguments(x);
  weft::Buffer<float> results(std::vector<float>(bounds.size() * x.size(), NAN));
  compute_all<<<(x.size() + 127) / 128, 128>>>(arguments.view(), results.data());
  const std::vector<float> found = results.to_host();
  std::size_t next = 0;
  std::printf("function | absolute error at most | elsewhere, error at most\n");
  for (const auto& bound : bounds) {
    CAPTURE(bound.name);
    for (const float argument : x) {
      const Real exact = bound.exact(argument), off = std::abs(found[next++] - exact);
      CAPTURE(argument);
      if (fits_a_float(exact)) CHECK(off <= bound.allowed(argument, exact));
    }
    const auto& [name, exact, power, from, to, ulps, more] = bound;
    std::printf("%s | ", name.c_str());
    std::printf(from < to ? "2^%Lg^ for %.3Lg ≤ x ≤ %.3Lg | " : "– | ", power, from, to);
    std::printf(more > 0 ? "%Lg + ⌊abs(%Lgx)⌋ ulp\n" : ulps < none ? "%Lg ulp\n" : "–\n",
                ulps, more);
  }
}
