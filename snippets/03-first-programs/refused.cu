// Tangled from chapters/03-first-programs.md. Edit there. [sha1 d5644a8a3886fe6614d9236a14ee09db403dfbcf]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

__global__ void number_yourself(int* numbers) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  numbers[i] = static_cast<int>(i);
}

TEST_CASE("after a refused launch the zeros remain, and the calls report success") {
  std::vector<int> numbers(8000, -1);
  const std::size_t bytes = numbers.size() * sizeof(int);
  int* on_device = nullptr;
  REQUIRE(cudaMalloc(&on_device, bytes) == cudaSuccess);
  REQUIRE(cudaMemset(on_device, 0, bytes) == cudaSuccess);
  number_yourself<<<2, 4000>>>(on_device);
  CHECK(cudaMemcpy(numbers.data(), on_device, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(numbers == std::vector<int>(8000, 0));

  CHECK(cudaPeekAtLastError() != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaFree(on_device) == cudaSuccess);
}

void expect(cudaError_t actual, cudaError_t expected) {
  CHECK(actual == expected);
  std::printf("%3d  %-31s %s\n", actual, cudaGetErrorName(actual), cudaGetErrorString(actual));
  cudaGetLastError();
}

TEST_CASE("every error has a code, a name and a description") {
  int* memory = nullptr;
  int number = 0;
  int devices = 0;
  REQUIRE(cudaGetDeviceCount(&devices) == cudaSuccess);
  cudaEvent_t unrecorded = nullptr;
  REQUIRE(cudaEventCreate(&unrecorded) == cudaSuccess);
  float elapsed = 0;

  expect(cudaMemset(nullptr, 0, sizeof number), cudaErrorInvalidValue);
  expect(cudaMalloc(&memory, std::size_t{1} << 60), cudaErrorMemoryAllocation);
  const auto no_direction = static_cast<cudaMemcpyKind>(7);
  expect(cudaMemcpy(&number, &number, 1, no_direction), cudaErrorInvalidMemcpyDirection);
  expect(cudaSetDevice(devices), cudaErrorInvalidDevice);
  expect(cudaEventElapsedTime(&elapsed, unrecorded, unrecorded), cudaErrorInvalidResourceHandle);
  REQUIRE(cudaEventDestroy(unrecorded) == cudaSuccess);
}
