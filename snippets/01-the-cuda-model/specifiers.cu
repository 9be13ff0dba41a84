// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 b81e8e7dcbbb2735bc052afa8f1b15d4ebf5700f]
#include <doctest/doctest.h>

__global__ void nothing() {}

__host__ __device__ constexpr int square(int x) { return x * x; }

__device__ int greatest_common_divisor(int a, int b) {
  return b == 0 ? a : greatest_common_divisor(b, a % b);
}

__global__ void compute(int* results) {
  results[0] = square(12);
  results[1] = greatest_common_divisor(1071, 462);
}

TEST_CASE("an empty kernel is launched and finishes") {
  nothing<<<1, 1>>>();
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE("the same function gives the same answer on both machines") {
  int* results = nullptr;
  REQUIRE(cudaMallocManaged(&results, 2 * sizeof(int)) == cudaSuccess);
  compute<<<1, 1>>>(results);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(results[0] == square(12));
  CHECK(results[1] == 21);
  CHECK(cudaFree(results) == cudaSuccess);
}
