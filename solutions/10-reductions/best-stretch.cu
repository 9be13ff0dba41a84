// Exercise "The stretch with the largest sum: a reduction in order": a reduction that must keep the order.
#include "10-reductions/best-stretch.hpp"
#include "common/buffer.cuh"

constexpr unsigned block = 256;

// The part that consists of `left` and, directly after it, `right`.
__host__ __device__ Best join(const Best& left, const Best& right) {
  Best both{};
  // your code begins
  const auto larger = [](long long a, long long b) { return a > b ? a : b; };
  both.all = left.all + right.all;
  both.beginning = larger(left.beginning, left.all + right.beginning);
  both.end = larger(right.end, right.all + left.end);
  both.stretch = larger(larger(left.stretch, right.stretch), left.end + right.beginning);
  // your code ends
  return both;
}

// your code begins
__device__ inline Best best_of(int value) {
  const long long gain = value > 0 ? value : 0;
  return {value, gain, gain, gain};
}
__device__ inline Best best_of(const Best& part) { return part; }

__device__ inline Best from_further(const Best& mine, unsigned distance) {
  const auto further = [=](long long value) { return __shfl_down_sync(0xffffffffu, value, distance); };
  return {further(mine.all), further(mine.beginning), further(mine.end), further(mine.stretch)};
}

// Stores the best of each block's share. The shares of blocks, and those of threads within them, are in order.
template <class T>
__global__ void best_of_blocks(weft::View<const T> x, Best* of_blocks) {
  const std::size_t threads = std::size_t{gridDim.x} * block, each = (x.size() + threads - 1) / threads;
  const std::size_t first = (std::size_t{blockIdx.x} * block + threadIdx.x) * each;
  Best mine{};
  for (std::size_t i = first; i < first + each && i < x.size(); ++i) mine = join(mine, best_of(x[i]));

  for (unsigned distance = 1; distance < 32; distance *= 2) mine = join(mine, from_further(mine, distance));
  __shared__ Best of_warp[block / 32];
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (unsigned warp = 1; warp < block / 32; ++warp) mine = join(mine, of_warp[warp]);
  of_blocks[blockIdx.x] = mine;
}
// your code ends

// The largest sum of neighbours, by `blocks` blocks of 256 threads and, after them, a single one.
long long best_stretch(weft::View<const int> x, unsigned blocks) {
  long long largest = -1;
  // your code begins
  weft::Buffer<Best> of_blocks(blocks), of_all(1);
  best_of_blocks<<<blocks, block>>>(x, of_blocks.data());
  best_of_blocks<<<1, block>>>(weft::View<const Best>(of_blocks.view()), of_all.data());
  weft::check(cudaGetLastError());
  largest = of_all.to_host()[0].stretch;
  // your code ends
  return largest;
}
