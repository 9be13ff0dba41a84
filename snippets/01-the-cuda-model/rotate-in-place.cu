// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 1d4204b671bde0b26e0accb4881e578147b24aaa]
#include <doctest/doctest.h>

constexpr unsigned block_size = 256;

__global__ void rotate_in_place(int* values) {
  __shared__ int shelf[block_size];
  shelf[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  shelf[threadIdx.x] = shelf[(threadIdx.x + 1) % block_size];  // finds: race
  values[threadIdx.x] = shelf[threadIdx.x];
}

TEST_CASE("each thread overwrites what its left neighbour may not have read yet") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, block_size * sizeof(int)) == cudaSuccess);
  for (unsigned i = 0; i < block_size; ++i) values[i] = static_cast<int>(i);
  rotate_in_place<<<1, block_size>>>(values);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
