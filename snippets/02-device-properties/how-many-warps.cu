// Tangled from chapters/02-device-properties.md. Edit there. [sha1 16b3dceebd80562c10fe347650136575ba0b81cb]
#include <algorithm>
#include <chrono>
#include <vector>

#include <doctest/doctest.h>

#include "common/measure.cuh"

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

__global__ void scale(float* values, unsigned count, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

__global__ void scale_four(float* values, unsigned count, float factor) {
  const unsigned first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  float own[4];
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned i = first + k * blockDim.x;
    if (i < count) own[k] = values[i];
  }
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned i = first + k * blockDim.x;
    if (i < count) values[i] = factor * own[k];
  }
}

// Bytes of shared memory per block with which a multiprocessor holds that many blocks.
int shared_for(int blocks) {
  const int all = ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  return (all / blocks - ask(cudaDevAttrReservedSharedMemoryPerBlock)) / 1024 * 1024;
}

template <class Kernel>
void allow(Kernel kernel, int shared_bytes) {
  REQUIRE(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes) ==
          cudaSuccess);
}

struct Way {
  const char* name;
  void (*kernel)(float*, unsigned, float);
  unsigned per_thread;
};

constexpr Way one{"one value per thread", scale, 1}, four{"four values per thread", scale_four, 4};

void run(const Way& way, int resident, float* values, unsigned count) {
  const unsigned per_block = 256 * way.per_thread;
  way.kernel<<<(count + per_block - 1) / per_block, 256, shared_for(resident)>>>(values, count, 2.0f);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
}

int most_blocks() { return ask(cudaDevAttrMaxThreadsPerMultiProcessor) / 256; }

TEST_CASE("shared memory limits how many blocks are resident, and the results stay the same") {
  for (const Way& way : {one, four}) {
    allow(way.kernel, shared_for(1));
    for (int blocks = 1; blocks <= most_blocks(); ++blocks) {
      int resident = 0;
      REQUIRE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, way.kernel, 256,
                                                            shared_for(blocks)) == cudaSuccess);
      CHECK(resident == blocks);
    }
    for (const unsigned count : {1u, 255u, 256u, 257u, 1024u, 5001u}) {
      float* values = nullptr;
      REQUIRE(cudaMallocManaged(&values, count * sizeof(float)) == cudaSuccess);
      for (unsigned i = 0; i < count; ++i) values[i] = static_cast<float>(i);
      run(way, 3, values, count);
      unsigned right = 0;
      for (unsigned i = 0; i < count; ++i) right += values[i] == 2.0f * static_cast<float>(i);
      CHECK(right == count);
      REQUIRE(cudaFree(values) == cudaSuccess);
    }
  }
}

double gigabytes_per_second(const Way& way, int resident, float* values, unsigned count) {
  run(way, resident, values, count);
  double best = 1e9;
  for (int i = 0; i < 9; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run(way, resident, values, count);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return 2e-9 * sizeof(float) * count / best;
}

TEST_CASE("four values per thread need a fourth of the warps, and at half occupancy they reach four fifths of "
          "their speed" * doctest::skip(!weft::measuring())) {
  constexpr unsigned count = 1u << 28;
  float* values = nullptr;
  REQUIRE(cudaMalloc(&values, count * sizeof(float)) == cudaSuccess);
  REQUIRE(cudaMemset(values, 0, count * sizeof(float)) == cudaSuccess);
  std::vector<double> speeds[2] = {{0}, {0}};  // of no block, of one, of two, …
  for (const Way& way : {one, four}) {
    allow(way.kernel, shared_for(1));
    for (int blocks = 1; blocks <= most_blocks(); ++blocks) {
      const double speed = gigabytes_per_second(way, blocks, values, count);
      speeds[way.per_thread == 4].push_back(speed);
      weft::report({way.name, 8.0 * blocks, "resident warps per multiprocessor", speed, "GB/s"});
    }
  }
  const auto& [by_one, by_four] = speeds;
  CHECK(std::is_sorted(by_one.begin(), by_one.end()));
  CHECK(by_four[1] > 0.75 * by_one[4]);
  CHECK(by_four[1] < 1.25 * by_one[4]);
  CHECK(by_four[3] > by_one.back());
  CHECK(by_four[most_blocks() / 2] > 0.8 * by_four.back());
  REQUIRE(cudaFree(values) == cudaSuccess);
}
