// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 80aac5ec255be61f428b45875f032e99215ac904]
#include <cstdint>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/clock.cuh"
#include "common/measure.cuh"
#include "common/stream.cuh"

__global__ void count_up(unsigned* numbers, unsigned count) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    numbers[i] = i;
}

__global__ void add_to(const unsigned* numbers, unsigned count, unsigned* result) {
  unsigned sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    sum += numbers[i];
  if (sum > 0) atomicAdd(result, sum);
}

// Lets the device's pool keep freed memory, instead of returning it at the next synchronisation.
void keep_memory(int device) {
  cudaMemPool_t pool = nullptr;
  weft::check(cudaDeviceGetDefaultMemPool(&pool, device));
  std::uint64_t all = UINT64_MAX;
  weft::check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all));
}

// Twice the sum of 0 … count - 1, with memory that is allocated and freed in the stream.
void sum_twice(unsigned count, unsigned* result, cudaStream_t stream) {
  for (int time = 0; time < 2; ++time) {
    unsigned* numbers = nullptr;
    weft::check(cudaMallocAsync(&numbers, count * sizeof(unsigned), stream));
    count_up<<<8, 256, 0, stream>>>(numbers, count);
    add_to<<<8, 256, 0, stream>>>(numbers, count, result);
    weft::check(cudaFreeAsync(numbers, stream));
  }
}

TEST_CASE("memory exists when the stream reaches the work that uses it, and is freed afterwards") {
  weft::Buffer<unsigned> result(std::vector<unsigned>{0});
  const weft::Stream stream;
  keep_memory(0);
  sum_twice(1'000, result.data(), stream);
  stream.wait();
  CHECK(result.to_host()[0] == 999'000);
  cudaMemPool_t pool = nullptr;
  std::uint64_t used = 1;
  weft::check(cudaDeviceGetDefaultMemPool(&pool, 0));
  weft::check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
  CHECK(used == 0);
}

TEST_CASE("the cost of an allocation" * doctest::skip(!weft::measuring())) {
  const weft::Stream stream;
  keep_memory(0);
  const auto report = [&](const char* series, std::size_t bytes, const auto& pair) {
    const double took = weft::by_the_clock(9, [&] {
      for (int i = 0; i < 20; ++i) pair();
      stream.wait();
    });
    weft::report({series, 1.0 * bytes, "bytes", 1e6 * took / 20, "µs"});
  };
  for (std::size_t bytes = 1024; bytes <= 1ul << 30; bytes *= 32) {
    void* memory = nullptr;
    report("cudaMalloc and cudaFree", bytes, [&] {
      weft::check(cudaMalloc(&memory, bytes));
      weft::check(cudaFree(memory));
    });
    report("stream-ordered", bytes, [&] {
      weft::check(cudaMallocAsync(&memory, bytes, stream));
      weft::check(cudaFreeAsync(memory, stream));
    });
  }
}
