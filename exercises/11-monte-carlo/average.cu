// Exercise "The price of an average": a contract without a formula, and a control that has one.
#include <cmath>
#include <cstdint>

#include <curand_kernel.h>

#include "common/buffer.cuh"
#include "common/two-assets.cuh"

// A call on the average of the prices at the ends of `steps` equal steps: pays max(average - strike, 0) after the last.
struct AverageCall {
  double spot, rate, yield, volatility, years, strike;
  unsigned steps;
};

// The exact price if the average is the geometric one.
inline double geometric_price(const AverageCall& of) {
  double price = 0.0;
  // your code begins
  // your code ends
  return price;
}

// your code begins
// your code ends

// The same price twice, each with its error bar: the plain mean, and with the geometric contract as control variate.
struct AveragePrice {
  weft::Estimate plain, controlled;
};

// The price for the arithmetic average. Path p draws from Philox's subsequence p. Throws weft::CudaError if anything fails.
inline AveragePrice average_price(const AverageCall& of, std::uint64_t seed, unsigned paths) {
  AveragePrice found{};
  // your code begins
  // your code ends
  return found;
}
