// Warps of one tile that do not wait for one another, warps of two tiles that rely on a tile's barrier, and a barrier of a tile
// to which not all come.
// prints: no error
// prints: the launch timed out and was terminated
#include <cstdio>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void no_wait(int* out) {
  __shared__ int numbers[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  numbers[threadIdx.x] = cg::reduce(tile, 1, cg::plus<int>());
  out[threadIdx.x] = numbers[threadIdx.x ^ 32];  // finds: race
}

__global__ void of_another_tile(int* out) {
  __shared__ int numbers[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  numbers[threadIdx.x] = 1;
  tile.sync();
  out[threadIdx.x] = numbers[threadIdx.x ^ 64];  // finds: race
}

__global__ void not_all() {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x != 40) tile.sync();  // finds: divergent-barrier
  __syncthreads();
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof *out);
  no_wait<<<1, 128>>>(out);
  of_another_tile<<<1, 128>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  not_all<<<1, 64>>>();
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
