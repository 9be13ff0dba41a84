// Exercise "A call on an average, with a control": a contract without a formula, and a control that has one.
#include <cmath>
#include <cstdint>

#include <curand_kernel.h>

#include "11-monte-carlo/average.hpp"
#include "common/buffer.cuh"
#include "common/two-assets.cuh"

// The exact price if the average is the geometric one.
double geometric_price(const AverageCall& of) {
  double price = 0.0;
  // your code begins
  const auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  const double n = of.steps, variance = of.volatility * of.volatility;
  const double mean = std::log(of.spot) + (of.rate - of.yield - variance / 2) * of.years * (n + 1) / (2 * n);
  const double spread = std::sqrt(variance * of.years * (n + 1) * (2 * n + 1) / (6 * n * n));
  const double d = (mean - std::log(of.strike)) / spread;
  price = std::exp(-of.rate * of.years) * (std::exp(mean + spread * spread / 2) * below(d + spread) - of.strike * below(d));
  // your code ends
  return price;
}

// your code begins
struct Ends {
  float arithmetic, geometric;  // the values of both contracts at the end of a path
};

__global__ void follow(float spot, float strike, float discount, float drift, float spread, unsigned steps, std::uint64_t seed,
                       weft::View<Ends> ends) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t p = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; p < ends.size(); p += threads) {
    curandStatePhilox4_32_10_t state;
    curand_init(seed, p, 0, &state);
    float growth = 0.0f, prices = 0.0f, growths = 0.0f;
    for (unsigned s = 0; s < steps; ++s) {
      growth += fmaf(spread, curand_normal(&state), drift);
      prices += expf(growth);
      growths += growth;
    }
    const float n = static_cast<float>(steps);
    ends[p] = {discount * fmaxf(spot * prices / n - strike, 0.0f), discount * fmaxf(spot * expf(growths / n) - strike, 0.0f)};
  }
}
// your code ends

// The price for the arithmetic average. Step s of path p takes number s of those that curand_normal draws from Philox's subsequence p.
// Throws weft::CudaError if anything fails.
AveragePrice average_price(const AverageCall& of, std::uint64_t seed, unsigned paths) {
  AveragePrice found{};
  // your code begins
  const double step = of.years / of.steps, variance = of.volatility * of.volatility;
  weft::Buffer<Ends> ends(paths);
  follow<<<(paths + 127) / 128, 128>>>(static_cast<float>(of.spot), static_cast<float>(of.strike),
                                       static_cast<float>(std::exp(-of.rate * of.years)),
                                       static_cast<float>((of.rate - of.yield - variance / 2) * step),
                                       static_cast<float>(std::sqrt(variance * step)), of.steps, seed, ends.view());
  weft::check(cudaGetLastError());
  double v = 0.0, vv = 0.0, c = 0.0, cc = 0.0, vc = 0.0;
  for (const auto& [arithmetic, geometric] : ends.to_host()) {
    const double value = arithmetic, control = geometric;
    v += value / paths;
    c += control / paths;
    vv += value * value / paths;
    cc += control * control / paths;
    vc += value * control / paths;
  }
  const double covariance = vc - v * c, beta = covariance / (cc - c * c);
  const double left = vv - v * v - beta * covariance;
  found.plain = {v, std::sqrt((vv - v * v) / paths)};
  found.controlled = {v - beta * (c - geometric_price(of)), std::sqrt(std::fmax(left, 0.0) / paths)};
  // your code ends
  return found;
}
