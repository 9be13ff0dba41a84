// Tangled from chapters/02-device-properties.md. Edit there. [sha1 a27511199f653af69f3d68c3ca1e63939b0a0886]
#include <cstdio>

#include <doctest/doctest.h>

__device__ int depth(int n) {
  volatile int pad[32];
  pad[n % 32] = n;
  return n == 0 ? 0 : 1 + depth(n - 1) + pad[n % 32] - n;
}

__global__ void recurse(int n, int* result) { *result = depth(n); }

__global__ void allocate(std::size_t bytes, bool* succeeded) {
  void* const memory = malloc(bytes);
  *succeeded = memory != nullptr;
  free(memory);
}

std::size_t limit(cudaLimit which) {
  std::size_t bytes = 0;
  REQUIRE(cudaDeviceGetLimit(&bytes, which) == cudaSuccess);
  return bytes;
}

template <class Result, class Kernel, class Argument>
Result result_of(Kernel kernel, Argument argument) {
  Result* result = nullptr;
  REQUIRE(cudaMallocManaged(&result, sizeof(Result)) == cudaSuccess);
  kernel<<<1, 1>>>(argument, result);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  const Result copy = *result;
  REQUIRE(cudaFree(result) == cudaSuccess);
  return copy;
}

TEST_CASE("the three limits can be read") {
  std::printf("stack per thread  %zu bytes\n", limit(cudaLimitStackSize));
  std::printf("heap              %zu bytes\n", limit(cudaLimitMallocHeapSize));
  std::printf("output            %zu bytes\n", limit(cudaLimitPrintfFifoSize));
  CHECK(limit(cudaLimitStackSize) >= 1024);
}

TEST_CASE("with a stack of 32 KiB, a function calls itself a hundred times") {
  REQUIRE(cudaDeviceSetLimit(cudaLimitStackSize, 32 * 1024) == cudaSuccess);
  CHECK(limit(cudaLimitStackSize) >= 32 * 1024);
  CHECK(result_of<int>(recurse, 100) == 100);
}

TEST_CASE("malloc in a kernel gets part of the heap, and a null pointer if it is too small") {
  REQUIRE(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20) == cudaSuccess);
  CHECK(limit(cudaLimitMallocHeapSize) >= 32 << 20);
  CHECK(result_of<bool>(allocate, std::size_t{16} << 20));
  CHECK_FALSE(result_of<bool>(allocate, limit(cudaLimitMallocHeapSize) + 1));
}
