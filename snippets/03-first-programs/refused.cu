// Tangled from chapters/03-first-programs.md. Edit there. [sha1 4715dae6c4b01f8ca44f7ae8e1af58142661a222]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

__global__ void number_yourself(int* numbers) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  numbers[i] = static_cast<int>(i);
}

TEST_CASE("a refused launch leaves zeros, and everyone reports success") {
  constexpr std::size_t count = 8000;
  int* on_device = nullptr;
  REQUIRE(cudaMalloc(&on_device, count * sizeof(int)) == cudaSuccess);
  REQUIRE(cudaMemset(on_device, 0, count * sizeof(int)) == cudaSuccess);
  number_yourself<<<2, 4000>>>(on_device);
  std::vector<int> numbers(count, -1);
  CHECK(cudaMemcpy(numbers.data(), on_device, count * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(numbers == std::vector<int>(count, 0));

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

TEST_CASE("every mistake has a code, a name and a sentence") {
  int* memory = nullptr;
  int number = 0;
  int devices = 0;
  REQUIRE(cudaGetDeviceCount(&devices) == cudaSuccess);
  cudaEvent_t never_recorded = nullptr;
  REQUIRE(cudaEventCreate(&never_recorded) == cudaSuccess);
  float elapsed = 0;

  expect(cudaMemcpy(nullptr, &number, sizeof number, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  expect(cudaMalloc(&memory, std::size_t{1} << 60), cudaErrorMemoryAllocation);
  const auto no_direction = static_cast<cudaMemcpyKind>(17);
  expect(cudaMemcpy(&number, &number, sizeof number, no_direction), cudaErrorInvalidMemcpyDirection);
  expect(cudaSetDevice(devices), cudaErrorInvalidDevice);
  expect(cudaEventElapsedTime(&elapsed, never_recorded, never_recorded), cudaErrorInvalidResourceHandle);
  REQUIRE(cudaEventDestroy(never_recorded) == cudaSuccess);
}
