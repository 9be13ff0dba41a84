// Tangled from chapters/03-first-programs.md. Edit there. [sha1 7db22b27ffc652e495c891c1c8e1aa60168a8602]
#include <cstdio>

#include <doctest/doctest.h>

__device__ int sum_of(int a, int b) { return a + b; }

__global__ void add(int a, int b, int* sum) { *sum = sum_of(a, b); }

__global__ void add_in_memory(const int* a, const int* b, int* sum) { *sum = sum_of(*a, *b); }

TEST_CASE("two numbers are passed as arguments and their sum is copied back") {
  int sum = -1;
  int* sum_on_device = nullptr;
  REQUIRE(cudaMalloc(&sum_on_device, sizeof(int)) == cudaSuccess);
  add<<<1, 1>>>(2, 7, sum_on_device);
  CHECK(sum == -1);
  REQUIRE(cudaMemcpy(&sum, sum_on_device, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(sum == 9);
  REQUIRE(cudaFree(sum_on_device) == cudaSuccess);
  std::printf("2 + 7 = %d\n", sum);
}

TEST_CASE("a kernel reads from global memory what an earlier kernel wrote") {
  int numbers[] = {2, 7, -1};
  int* on_device = nullptr;
  REQUIRE(cudaMalloc(&on_device, sizeof numbers) == cudaSuccess);
  REQUIRE(cudaMemcpy(on_device, numbers, sizeof numbers, cudaMemcpyHostToDevice) == cudaSuccess);
  add_in_memory<<<1, 1>>>(on_device, on_device + 1, on_device + 2);
  add_in_memory<<<1, 1>>>(on_device, on_device + 2, on_device + 2);
  REQUIRE(cudaMemcpy(numbers, on_device, sizeof numbers, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(numbers[2] == 2 + (2 + 7));
  REQUIRE(cudaFree(on_device) == cudaSuccess);
}
