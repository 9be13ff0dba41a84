// Tangled from chapters/02-device-properties.md. Edit there. [sha1 42ba90f04658325a19809fa101261ef9a86e4c1b]
#include <algorithm>
#include <cstddef>
#include <cstdio>

#include <doctest/doctest.h>

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

int warps_in(int threads) { return (threads + 31) / 32; }

// Blocks of `threads` threads that one multiprocessor can hold, worked out by hand.
int predict(const cudaFuncAttributes& kernel, int threads, int shared_bytes) {
  const int warps = ask(cudaDevAttrMaxThreadsPerMultiProcessor) / 32;
  const int by_warps = warps / warps_in(threads);
  const int by_blocks = ask(cudaDevAttrMaxBlocksPerMultiprocessor);
  const int registers_a_warp = (kernel.numRegs * 32 + 255) / 256 * 256;
  const int by_registers =
      ask(cudaDevAttrMaxRegistersPerMultiprocessor) / (registers_a_warp * warps_in(threads));
  const int shared_a_block = shared_bytes + ask(cudaDevAttrReservedSharedMemoryPerBlock);
  const int by_shared = ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / shared_a_block;
  return std::min({by_warps, by_blocks, by_registers, by_shared});
}

__global__ void scale(float* values, std::size_t count, float factor) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

TEST_CASE("the occupancy that the runtime reports is a matter of four divisions") {
  cudaFuncAttributes kernel{};
  REQUIRE(cudaFuncGetAttributes(&kernel, scale) == cudaSuccess);
  const double most = ask(cudaDevAttrMaxThreadsPerMultiProcessor) / 32.0;
  std::puts("threads   shared bytes   blocks   occupancy");
  for (const int shared_bytes : {0, 24 * 1024, 48 * 1024}) {
    for (const int threads : {16, 32, 96, 256, 768, 1024}) {
      int blocks = -1;
      REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, threads, shared_bytes) ==
              cudaSuccess);
      std::printf("%7d   %12d   %6d   %8.0f%%\n", threads, shared_bytes, blocks,
                  100 * blocks * warps_in(threads) / most);
      CHECK(blocks == predict(kernel, threads, shared_bytes));
    }
  }
}

TEST_CASE("the runtime also proposes a block size") {
  int blocks = 0;
  int threads = 0;
  REQUIRE(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, scale) == cudaSuccess);
  CHECK(threads % 32 == 0);
  CHECK(threads <= 1024);
  CHECK(blocks >= ask(cudaDevAttrMultiProcessorCount));
}
