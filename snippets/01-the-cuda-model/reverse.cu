// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 21411979ad791968c57402d65cf03ef8c3eec0ce]
#include <numeric>

#include <doctest/doctest.h>

constexpr unsigned block_size = 256;

__global__ void reverse(int* values) {
  __shared__ int copies[block_size];
  copies[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = copies[block_size - 1 - threadIdx.x];
}

__global__ void reverse_each_warp(int* values) {
  __shared__ int copies[block_size];
  copies[threadIdx.x] = values[threadIdx.x];
  __syncwarp();
  values[threadIdx.x] = copies[threadIdx.x / 32 * 32 + 31 - threadIdx.x % 32];
}

TEST_CASE("a block reverses its values") {
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, block_size * sizeof(int)) == cudaSuccess);
  std::iota(values, values + block_size, 0);
  reverse<<<1, block_size>>>(values);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 256; ++i) CHECK(values[i] == 255 - i);
  reverse_each_warp<<<1, block_size>>>(values);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 256; ++i) CHECK(values[i] == 255 - (i / 32 * 32 + 31 - i % 32));
  CHECK(cudaFree(values) == cudaSuccess);
}
