// Exercise "The American put": what its test calls.
#pragma once

#include <cstddef>
#include <vector>

#include "common/tridiagonal.cuh"

struct Put {
  double spot, strike, rate, years, volatility;

  // The spacing of the grid in the logarithm of the price. The strike is point n / 2 of n; the spot is a point, too.
  __host__ __device__ double h(std::size_t n) const {
    const double way = std::abs(std::log(spot / strike)), width = 12 * volatility * std::sqrt(years);
    const double points = way > 0 ? std::fmax(1.0, std::round(64 * way / width)) : 0;  // of 64
    return (points > 0 ? way / points : width / 64) * 64 / static_cast<double>(n);
  }
  // The payoff at point i.
  __host__ __device__ double pays(std::size_t i, std::size_t n) const {
    return std::fmax(strike - strike * std::exp((static_cast<double>(i) - static_cast<double>(n / 2)) * h(n)), 0.0);
  }
};

__global__ void solve_above(weft::Systems<double> of, const double* floor, double* room);

__global__ void write_step(const Put* puts, std::size_t count, std::size_t n, double step, double implicit,
                           const double* now, double* a, double* b, double* c, double* d);

std::vector<double> american_puts(const std::vector<Put>& puts, std::size_t n, unsigned steps);
