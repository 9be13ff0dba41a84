// Tangled from chapters/03-first-programs.md. Edit there. [sha1 b812a1a87e682292335081041fe3be4ee29db85d]
#include <doctest/doctest.h>

__device__ int sum_of(int a, int b) { return a + b; }

__global__ void add_in_memory(const int* a, const int* b, int* sum) { *sum = sum_of(*a, *b); }

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
