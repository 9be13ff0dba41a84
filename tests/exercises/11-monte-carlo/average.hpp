// Exercise "A call on an average, with a control": what its test calls.
#pragma once

#include <cstdint>
#include <curand_kernel.h>

#include "common/buffer.cuh"
#include "common/two-assets.cuh"

// A call on the average of the prices at the ends of `steps` equal steps: pays max(average - strike, 0) after the last.
struct AverageCall {
  double spot, rate, yield, volatility, years, strike;
  unsigned steps;
};

double geometric_price(const AverageCall& of);

// The same price twice, each with its error bar: the plain mean, and with the geometric contract as control variate.
struct AveragePrice {
  weft::Estimate plain, controlled;
};

AveragePrice average_price(const AverageCall& of, std::uint64_t seed, unsigned paths);
