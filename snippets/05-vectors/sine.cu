// Tangled from chapters/05-vectors.md. Edit there. [sha1 cd3fa3422ee231ccf92be239f1c12bfb53e5ac32]
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/ulp.cuh"

struct Sinf {
  using Number = float;
  __device__ static float of(float x) { return sinf(x); }
};
struct FastSinf {
  using Number = float;
  __device__ static float of(float x) { return __sinf(x); }
};
struct Sin {
  using Number = double;
  __device__ static double of(double x) { return sin(x); }
};

template <class F, class T>
__global__ void apply(weft::View<const T> x, weft::View<T> y) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < x.size()) y[i] = F::of(x[i]);
}

// The largest error for `count` arguments from `low` to 2 * low, against the host in long double.
template <class F>
double worst_ulps(double low, unsigned count) {
  using T = typename F::Number;
  std::vector<T> x(count);
  for (unsigned i = 0; i < count; ++i) x[i] = static_cast<T>(low + low * i / count);
  const weft::Buffer<T> arguments(x);
  weft::Buffer<T> sines(std::vector<T>(count, NAN));
  apply<F><<<(count + 127) / 128, 128>>>(arguments.view(), sines.view());
  weft::check(cudaGetLastError());
  const std::vector<T> found = sines.to_host();
  long double worst = 0;
  for (unsigned i = 0; i < count; ++i) {
    const long double off = weft::ulps(found[i], std::sin(static_cast<long double>(x[i])));
    if (off > worst || std::isnan(off)) worst = off;  // NaN counts as the largest error
  }
  return static_cast<double>(worst);
}

TEST_CASE("sinf and sin are within 2.5 ulps for all arguments") {
  for (double low = 0x1p-20; low <= 0x1p30; low *= 4) {
    CAPTURE(low);
    CHECK(worst_ulps<Sinf>(low, 300) <= 2.5);
    CHECK(worst_ulps<Sin>(low, 300) <= 2.5);
  }
}

TEST_CASE("__sinf has no correct digits for large arguments" * doctest::skip(!weft::measuring())) {
  for (double low = 0x1p-8; low <= 0x1p20; low *= 16) {
    const double accurate = worst_ulps<Sinf>(low, 100'000), wide = worst_ulps<Sin>(low, 100'000);
    const double fast = worst_ulps<FastSinf>(low, 100'000);
    weft::report({"sinf", low, "argument", accurate, "ulp"});
    weft::report({"sin (double)", low, "argument", wide, "ulp"});
    weft::report({"__sinf", low, "argument", fast, "ulp"});
    CHECK(accurate <= 2.5);
    CHECK(wide <= 2.5);
    if (low < 1) CHECK(fast > 50);
    if (low >= 256) CHECK(fast > 0x1p24);  // more ulps than a float has significands
  }
}
