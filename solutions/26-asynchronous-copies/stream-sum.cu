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
  if (threadIdx.x == 0) {
    for (weft::Mbarrier& barrier : ring.full) barrier.init(1);
    for (weft::Mbarrier& barrier : ring.empty) barrier.init(consumers / 32);
    weft::publish_barriers();
  }
  __syncthreads();
  const bool produces = threadIdx.x == 0, consumes = threadIdx.x >= 32;
  const unsigned t = threadIdx.x - 32;
  float sum = 0.0f;
  unsigned k = 0;
  for (std::size_t first = std::size_t{blockIdx.x} * piece; first < n; first += std::size_t{gridDim.x} * piece, ++k) {
    const unsigned s = k % stages, parity = k / stages % 2;
    const unsigned count = static_cast<unsigned>(n - first < piece ? n - first : piece);
    if (produces) {
      ring.empty[s].wait(parity ^ 1);
      ring.full[s].arrive_expecting(count * 4);
      weft::load_bulk(ring.values[s], x + first, count * 4, ring.full[s]);
    }
    if (consumes) {
      ring.full[s].wait(parity);
      for (unsigned i = t; i < count; i += consumers) sum += ring.values[s][i];
      __syncwarp();
      if (t % 32 == 0) ring.empty[s].arrive();
    }
  }
  if (consumes) sums[blockIdx.x * consumers + t] = sum;
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
  if (n == 0) return sum;
  const std::size_t to_boundary = (4 - reinterpret_cast<std::uintptr_t>(x) / 4 % 4) % 4;
  const std::size_t before = std::min(n, to_boundary), after = (n - before) % 4, body = n - before - after;
  const unsigned blocks = static_cast<unsigned>(std::min<std::size_t>((body + piece - 1) / piece, 132));
  weft::Buffer<float> sums(std::size_t{blocks} * consumers + 1);
  add_ends<<<1, 1>>>(x, n, before, after, sums.data());
  if (blocks > 0) add_pieces<<<blocks, 32 + consumers>>>(x + before, body, sums.data() + 1);
  weft::check(cudaGetLastError());
  for (const float part : sums.to_host()) sum += part;
  // your code ends
  return sum;
}
