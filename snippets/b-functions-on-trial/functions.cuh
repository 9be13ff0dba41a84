// Tangled from chapters/b-functions-on-trial.md. Edit there. [sha1 bf6c33bff1551f53b11f78b9d767188d3389a882]
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/ulp.cuh"

using Real = long double;

struct Function {
  std::string name;
  Real (*exact)(Real x);
  double in_float, in_double;  // the bounds of the manual, in ulps from the nearest number
};

const std::vector<Function> functions = {{"sine", std::sin, 2, 2},
                                         {"cosine", std::cos, 2, 2},
                                         {"tangent", std::tan, 4, 2},
                                         {"exponential", std::exp, 2, 1},
                                         {"logarithm", std::log, 1, 1}};

struct Accurate {
  template <class T>
  __device__ static T of(std::size_t function, T x) {
    switch (function) {
      case 0: return sin(x);
      case 1: return cos(x);
      case 2: return tan(x);
      case 3: return exp(x);
      default: return log(x);
    }
  }
};

struct Fast {
  __device__ static float of(std::size_t function, float x) {
    switch (function) {
      case 0: return __sinf(x);
      case 1: return __cosf(x);
      case 2: return __tanf(x);
      case 3: return __expf(x);
      default: return __logf(x);
    }
  }
};

template <class Way, class T>
__global__ void evaluate(std::size_t function, weft::View<const T> x, weft::View<T> y) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < x.size()) y[i] = Way::of(function, x[i]);
}

// The largest error of `count` arguments from `low` to 2 * low, in ulps; 0 if no exact result is in the range of T.
template <class Way, class T>
double worst_ulps(std::size_t function, double low, unsigned count) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> x(count);
  for (unsigned i = 0; i < count; ++i) x[i] = static_cast<T>(low + low * i / count);
  const weft::Buffer<T> arguments(x);
  weft::Buffer<T> results(std::vector<T>(count, NAN));
  evaluate<Way><<<(count + 127) / 128, 128>>>(function, arguments.view(), results.view());
  weft::check(cudaGetLastError());
  const std::vector<T> found = results.to_host();
  Real worst = 0;
  for (unsigned i = 0; i < count; ++i) {
    const Real exact = functions[function].exact(x[i]), size = std::abs(exact);
    if (size < Limits::min() || size > Limits::max()) continue;
    const Real off = weft::ulps(found[i], exact);
    if (off > worst || std::isnan(off)) worst = off;  // NaN is the worst of all, and stays
  }
  return static_cast<double>(worst);
}

template <class Way, class T>
void report_over_the_range() {
  for (std::size_t f = 0; f < functions.size(); ++f)
    for (double low = 0x1p-8; low <= 0x1p20; low *= 2) {
      const double worst = worst_ulps<Way, T>(f, low, 50'000);
      if (worst > 0 && std::isfinite(worst))
        weft::report({functions[f].name, low, "argument", worst, "ulp"});
    }
}
