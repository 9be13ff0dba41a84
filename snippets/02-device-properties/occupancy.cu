// Tangled from chapters/02-device-properties.md. Edit there. [sha1 18a481e34e9f67747252eb1b91f03d636efecb66]
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

// Blocks for which one multiprocessor has registers. Each of its four partitions holds whole warps.
int blocks_by_registers(int registers_per_multiprocessor, int registers_per_thread, int threads) {
  const int registers_per_warp = (registers_per_thread * 32 + 255) / 256 * 256;
  const int warps_per_partition = registers_per_multiprocessor / 4 / registers_per_warp;
  return 4 * warps_per_partition / warps_in(threads);
}

// Blocks of `threads` threads that one multiprocessor can hold, calculated by hand.
int predict(const cudaFuncAttributes& kernel, int threads, int shared_bytes) {
  const int by_warps = ask(cudaDevAttrMaxThreadsPerMultiProcessor) / 32 / warps_in(threads);
  const int by_blocks = ask(cudaDevAttrMaxBlocksPerMultiprocessor);
  const int by_registers = blocks_by_registers(ask(cudaDevAttrMaxRegistersPerMultiprocessor),
                                               kernel.numRegs, threads);
  const int shared_per_block = shared_bytes + ask(cudaDevAttrReservedSharedMemoryPerBlock);
  const int by_shared =  // some devices reserve nothing
      shared_per_block == 0 ? by_blocks
                          : ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor) / shared_per_block;
  return std::min({by_warps, by_blocks, by_registers, by_shared});
}

__global__ void scale(float* values, std::size_t count, float factor) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

__global__ void hungry(float* values, int times) {
  constexpr int many = 32;
  const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * many;
  float own[many];
  for (int k = 0; k < many; ++k) own[k] = values[first + k];
  for (int time = 0; time < times; ++time) {
    for (int k = 0; k < many; ++k) own[k] += 0.5f * own[(k + 7) % many];
  }
  for (int k = 0; k < many; ++k) values[first + k] = own[k];
}

template <class Kernel>
void compare(Kernel kernel, int shared_bytes, int threads, const char* note) {
  cudaFuncAttributes attributes{};
  REQUIRE(cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess);
  int blocks = -1;
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes) ==
          cudaSuccess);
  const double most = ask(cudaDevAttrMaxThreadsPerMultiProcessor) / 32.0;
  std::printf("%9d   %7d   %12d   %6d   %8.0f%%%s\n", attributes.numRegs, threads, shared_bytes,
              blocks, 100 * blocks * warps_in(threads) / most, note);
  CHECK(blocks == predict(attributes, threads, shared_bytes));
}

TEST_CASE("a few divisions give the occupancy that the runtime reports") {
  std::puts("registers   threads   shared bytes   blocks   occupancy");
  for (const int shared_bytes : {0, 24 * 1024, 48 * 1024}) {
    for (const int threads : {16, 32, 96, 256, 768, 1024}) compare(scale, shared_bytes, threads, "");
  }
  for (const int threads : {32, 96, 160, 256, 1024}) compare(hungry, 0, threads, "   hungry");
}

TEST_CASE("every block takes the shared memory that the system reserves") {
  cudaFuncAttributes attributes{};
  REQUIRE(cudaFuncGetAttributes(&attributes, scale) == cudaSuccess);
  int blocks = -1;
  REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 32, 7 * 1024) == cudaSuccess);
  CHECK(blocks == predict(attributes, 32, 7 * 1024));
  if (ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor) == 228 * 1024) CHECK(blocks == 28);
}

TEST_CASE("each partition of a multiprocessor allocates registers to whole warps") {
  CHECK(blocks_by_registers(65'536, 40, 96) == 16);
  CHECK(blocks_by_registers(65'536, 40, 160) == 9);
  CHECK(blocks_by_registers(65'536, 24, 160) == 16);
  CHECK(blocks_by_registers(65'536, 48, 448) == 2);
  CHECK(blocks_by_registers(65'536, 64, 256) == 4);
}

TEST_CASE("the runtime also proposes a block size") {
  int blocks = 0;
  int threads = 0;
  REQUIRE(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, scale) == cudaSuccess);
  CHECK(threads % 32 == 0);
  CHECK(threads <= 1024);
  CHECK(blocks >= ask(cudaDevAttrMultiProcessorCount));
}
