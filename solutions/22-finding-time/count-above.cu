// Exercise "A count within given bounds": how many elements of a matrix are above a limit.
#include "22-finding-time/count-above.hpp"

#include <algorithm>
#include <cstddef>

#include "common/check.cuh"

// Correct, but slow: what does observe() say?
__global__ void count_by_rows(const float* values, unsigned rows, unsigned columns, float limit, unsigned* count) {
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  for (unsigned column = 0; column < columns; ++column)
    if (values[std::size_t{row} * columns + column] > limit) atomicAdd(count, 1u);
}

void count_slowly(const float* values, unsigned rows, unsigned columns, float limit, unsigned* count) {
  count_by_rows<<<(rows + 127) / 128, 128>>>(values, rows, columns, limit, count);
  weft::check(cudaGetLastError());
}

// your code begins
__global__ void count_all(const float* values, std::size_t n, float limit, unsigned* count) {
  __shared__ unsigned of_warp[8];
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  unsigned mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) mine += values[i] > limit;
  for (unsigned away = 16; away > 0; away /= 2) mine += __shfl_xor_sync(~0u, mine, away);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (unsigned warp = 1; warp < 8; ++warp) mine += of_warp[warp];
  atomicAdd(count, mine);
}
// your code ends

// Adds the number of elements greater than `limit` to *count. All pointers are in device memory; there may be no element.
void count_above(const float* values, unsigned rows, unsigned columns, float limit, unsigned* count) {
  // your code begins
  const std::size_t n = std::size_t{rows} * columns;
  const auto blocks = static_cast<unsigned>(std::clamp<std::size_t>((n + 255) / 256, 1, 256));
  count_all<<<blocks, 256>>>(values, n, limit, count);
  weft::check(cudaGetLastError());
  // your code ends
}
