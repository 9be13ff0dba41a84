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
  // your code ends
  return price;
}

// your code begins
// your code ends

// The price for the arithmetic average. Step s of path p takes number s of those that curand_normal draws from Philox's subsequence p.
// Throws weft::CudaError if anything fails.
AveragePrice average_price(const AverageCall& of, std::uint64_t seed, unsigned paths) {
  AveragePrice found{};
  // your code begins
  // your code ends
  return found;
}
