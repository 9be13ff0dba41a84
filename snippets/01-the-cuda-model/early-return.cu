// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 0ebfb4e71fd63cb2cd738742b020761e911f419c]
#include <doctest/doctest.h>

__global__ void reverse_by_256(int* values, int count) {
  __shared__ int shelf[256];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  shelf[threadIdx.x] = values[i];
  __syncthreads();
  values[i] = shelf[255 - threadIdx.x];  // finds: uninitialised-read
}

TEST_CASE("threads that have returned put nothing on the shelf") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 300 * sizeof(int)) == cudaSuccess);
  for (int i = 0; i < 300; ++i) values[i] = i;
  reverse_by_256<<<2, 256>>>(values, 300);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
