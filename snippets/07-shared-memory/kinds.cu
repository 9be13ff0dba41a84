// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 aa478e357c8c1840249111ec63fc04b597d81591]
#include <cstdio>
#include <string>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

enum Memory : char { unknown, local, shared, global, constant };

__device__ Memory whereabouts(const void* address) {
  if (__isLocal(address)) return local;
  if (__isShared(address)) return shared;
  if (__isConstant(address)) return constant;
  return __isGlobal(address) ? global : unknown;
}

__constant__ int one = 1;
__device__ int total = 0;

// Results of each thread: its own count, and that of its block.
__global__ void count_up(int* allocated, int2* counts, Memory* found) {
  __shared__ int ours;
  int mine = 0;
  if (threadIdx.x == 0) ours = 0;
  __syncthreads();
  mine += one;
  atomicAdd(&ours, one);
  atomicAdd(&total, one);
  atomicAdd(allocated, one);
  __syncthreads();
  counts[blockIdx.x * blockDim.x + threadIdx.x] = int2{mine, ours};
  if (blockIdx.x > 0 || threadIdx.x > 0) return;
  found[0] = whereabouts(&mine);
  found[1] = whereabouts(&ours);
  found[2] = whereabouts(allocated);
  found[3] = whereabouts(&total);
  found[4] = whereabouts(&one);
}

constexpr unsigned blocks = 3, threads = 4;

// The counts of every thread and of every block must be equal; of global memory there is one count.
struct Counts {
  int mine, ours, allocated, total;
};

Counts launch(weft::Buffer<int>& allocated, weft::Buffer<Memory>& found) {
  weft::Buffer<int2> seen(blocks * threads);
  count_up<<<blocks, threads>>>(allocated.data(), seen.data(), found.data());
  weft::check(cudaGetLastError());
  Counts counts{seen.to_host()[0].x, seen.to_host()[0].y, allocated.to_host()[0], 0};
  for (const int2& of_thread : seen.to_host())
    CHECK((of_thread.x == counts.mine && of_thread.y == counts.ours));
  weft::check(cudaMemcpyFromSymbol(&counts.total, total, sizeof(int)));
  return counts;
}

void print_row(const char* declaration, Memory memory, Memory expected, int first, int second) {
  CHECK(memory == expected);
  const char* const names[] = {"?", "local", "shared", "global", "constant"};
  const auto number = [](int count) { return count < 0 ? "–" : std::to_string(count); };
  std::printf("%s | %s | %s | %s\n", declaration, names[memory], number(first).c_str(),
              number(second).c_str());
}

TEST_CASE("threads count alone, blocks count together, and global memory keeps its counts") {
  weft::Buffer<int> allocated(std::vector<int>{0});
  weft::Buffer<Memory> found(std::vector<Memory>(5, unknown));
  const Counts first = launch(allocated, found), second = launch(allocated, found);
  CHECK((first.mine == 1 && second.mine == 1));
  CHECK((first.ours == threads && second.ours == threads));
  CHECK((first.allocated == blocks * threads && second.allocated == 2 * blocks * threads));
  CHECK((first.total == blocks * threads && second.total == 2 * blocks * threads));
  const std::vector<Memory> in = found.to_host();
  std::puts("declared by | memory space | count after one launch | after two");
  print_row("`int mine;`", in[0], local, first.mine, second.mine);
  print_row("`__shared__ int ours;`", in[1], shared, first.ours, second.ours);
  print_row("`cudaMalloc(&allocated, …)`", in[2], global, first.allocated, second.allocated);
  print_row("`__device__ int total;`", in[3], global, first.total, second.total);
  print_row("`__constant__ int one;`", in[4], constant, -1, -1);
}
