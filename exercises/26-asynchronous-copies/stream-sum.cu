// Exercise "A sum by roles": one warp copies, the others add.
#include <algorithm>
#include <cstdint>

#include "26-asynchronous-copies/stream-sum.hpp"
#include "common/async.cuh"
#include "common/buffer.cuh"

constexpr unsigned stages = 4, piece = 1024, consumers = 128;  // floats per stage; threads that add

struct Ring {
  alignas(16) float values[stages][piece];
  weft::Mbarrier full[stages], empty[stages];
};

// The pieces of block b are b, b + gridDim.x, b + 2 gridDim.x … of x[0, n), which begins at a multiple of 16 bytes; n is a multiple of
// four, so the last piece may be shorter. The first warp copies, the others add: sums[b * consumers + t] is what thread t has added.
__global__ void __launch_bounds__(32 + consumers) add_pieces(const float* x, std::size_t n, float* sums) {
  __shared__ Ring ring;
  // your code begins
  // your code ends
}

// The floats of x[0, n) before the first and after the last whole 16 bytes.
__global__ void add_ends(const float* x, std::size_t n, std::size_t before, std::size_t after, float* sum) {
  float of_ends = 0.0f;
  for (std::size_t i = 0; i < before; ++i) of_ends += x[i];
  for (std::size_t i = n - after; i < n; ++i) of_ends += x[i];
  *sum = of_ends;
}

float sum_by_roles(const float* x, std::size_t n) {
  float sum = 0.0f;
  // your code begins
  // your code ends
  return sum;
}
