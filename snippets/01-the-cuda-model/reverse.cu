// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 1da1708fe99a439eb06ebd7160864983ec865401]
#include <numeric>

#include <doctest/doctest.h>

constexpr unsigned block_size = 256;

__global__ void reverse(int* values) {
  __shared__ int shelf[block_size];
  shelf[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = shelf[block_size - 1 - threadIdx.x];
}

TEST_CASE("a block turns its values around") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, block_size * sizeof(int)) == cudaSuccess);
  std::iota(values, values + block_size, 0);
  reverse<<<1, block_size>>>(values);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 256; ++i) CHECK(values[i] == 255 - i);
  CHECK(cudaFree(values) == cudaSuccess);
}
