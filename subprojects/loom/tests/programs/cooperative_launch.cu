// Grid-wide barriers: launches by pointer, and how large they may be.
// prints: supported: 1
// prints: as many blocks as the device holds: no error, sum right
// prints: one more block: cudaErrorCooperativeLaunchTooLarge
// prints: too many threads: cudaErrorInvalidValue
// prints: a shape with three dimensions: 24 blocks, 48 threads, ranks right
// prints: by attribute: valid
#include <cstdio>

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Every thread hands a number on to the next, all round the grid, ten times.
__global__ void hand_on(unsigned long long* from, unsigned long long* to, unsigned long long* sum) {
  const cg::grid_group grid = cg::this_grid();
  const unsigned long long rank = grid.thread_rank(), count = grid.size();
  from[rank] = rank;
  for (int round = 0; round < 10; ++round) {
    grid.sync();
    to[(rank + 1) % count] = from[rank];
    cg::sync(grid);
    from[rank] = to[rank];
  }
  grid.sync();
  atomicAdd(sum, from[rank] == (rank + 10 * count - 10) % count ? 1ull : 0ull);
}

__global__ void ranks(int* right) {
  const cg::grid_group grid = cg::this_grid();
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const dim3 index = grid.thread_index(), all = grid.dim_threads();
  bool is = grid.is_valid() && grid.block_rank() == block && grid.num_blocks() == 24;
  is = is && grid.thread_rank() == block * 2 + thread && grid.num_threads() == 48;
  is = is && grid.block_index().z == blockIdx.z && grid.dim_blocks().y == gridDim.y && grid.group_dim().x == gridDim.x;
  is = is && index.z == blockIdx.z * blockDim.z + threadIdx.z && all.z == gridDim.z * blockDim.z;
  grid.sync();
  atomicAdd(right, is);
}

__global__ void valid(int* answer) {
  if (threadIdx.x == 0) *answer = cg::this_grid().is_valid();
}

int main() {
  int supported = 0, multiprocessors = 0, blocks = 0;
  cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  std::printf("supported: %d\n", supported);

  const int threads = 96;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, hand_on, threads, 0);
  blocks *= multiprocessors;
  const unsigned long long count = static_cast<unsigned long long>(blocks) * threads;
  unsigned long long *from, *to, *sum, right = 0;
  cudaMalloc(&from, count * sizeof *from);
  cudaMalloc(&to, count * sizeof *to);
  cudaMalloc(&sum, sizeof *sum);
  cudaMemset(sum, 0, sizeof *sum);
  void* arguments[] = {&from, &to, &sum};
  cudaError_t error = cudaLaunchCooperativeKernel(hand_on, blocks, threads, arguments);
  cudaMemcpy(&right, sum, sizeof right, cudaMemcpyDeviceToHost);
  std::printf("as many blocks as the device holds: %s, sum %s\n", cudaGetErrorString(error), right == count ? "right" : "wrong");

  error = cudaLaunchCooperativeKernel(hand_on, blocks + 1, threads, arguments);
  std::printf("one more block: %s\n", cudaGetErrorName(error));
  error = cudaLaunchCooperativeKernel(hand_on, 1, 1025, arguments);
  std::printf("too many threads: %s\n", cudaGetErrorName(error));
  cudaGetLastError();

  int *answer, said = 0;
  cudaMalloc(&answer, sizeof *answer);
  cudaMemset(answer, 0, sizeof *answer);
  void* where[] = {&answer};
  cudaLaunchCooperativeKernel(ranks, dim3(2, 3, 4), dim3(1, 1, 2), where);
  cudaMemcpy(&said, answer, sizeof said, cudaMemcpyDeviceToHost);
  std::printf("a shape with three dimensions: 24 blocks, %d threads, ranks %s\n", said, said == 48 ? "right" : "wrong");

  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = 2;
  configuration.blockDim = 32;
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  cudaLaunchKernelEx(&configuration, valid, answer);
  cudaMemcpy(&said, answer, sizeof said, cudaMemcpyDeviceToHost);
  std::printf("by attribute: %s\n", said ? "valid" : "not valid");
}
