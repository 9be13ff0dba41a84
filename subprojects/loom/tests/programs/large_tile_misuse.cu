// Warps of one tile that do not wait for one another, or for no more than a value, warps of two tiles that rely on a tile's barrier,
// a barrier of a tile to which not all come, one that a warp of the tile has left the kernel without, and a shuffle from several
// threads at once.
// prints: no error
// prints: the launch timed out and was terminated
// prints: the launch timed out and was terminated
// prints: the launch timed out and was terminated
// once: thread (32,0,0) of block (0,0,0) has left the kernel. Let all threads that must meet reach the same call
// once: names another rank than the thread before it
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

__global__ void no_barrier(int* out) {
  __shared__ int numbers[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  numbers[threadIdx.x] = 1;
  const int sum = cg::reduce(tile, 1, cg::plus<int>());
  out[threadIdx.x] = sum + numbers[threadIdx.x ^ 32];  // finds: race
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

__global__ void without_a_warp() {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  if (threadIdx.x >= 32) return;
  tile.sync();  // finds: divergent-barrier
}

__global__ void from_several(int* out) {
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  out[threadIdx.x] = tile.shfl(1, 63 - static_cast<int>(tile.thread_rank()));
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof *out);
  no_wait<<<1, 128>>>(out);
  no_barrier<<<1, 128>>>(out);
  of_another_tile<<<1, 128>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  const auto tell = [] {
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaDeviceReset();
  };
  not_all<<<1, 64>>>();
  tell();
  without_a_warp<<<1, 64>>>();
  tell();
  from_several<<<1, 64>>>(out);
  tell();
}
