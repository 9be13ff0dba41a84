// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 881717b5d5669f2ebf711cc85b5df69ff9d0f5c1]
#include <doctest/doctest.h>

__global__ void reverse_by_256(int* values, int count) {
  __shared__ int copies[256];
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  copies[threadIdx.x] = values[i];
  __syncthreads();
  values[i] = copies[255 - threadIdx.x];  // finds: uninitialised-read
}

TEST_CASE("threads that have returned write nothing to shared memory") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, 300 * sizeof(int)) == cudaSuccess);
  for (int i = 0; i < 300; ++i) values[i] = i;
  reverse_by_256<<<2, 256>>>(values, 300);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
