// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 ed672fbb73a68f4bc1bfd4d857a4268268ce4379]
#include <doctest/doctest.h>

constexpr unsigned block_size = 256;

__global__ void rotate_in_place(int* values) {
  __shared__ int copies[block_size];
  copies[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  copies[threadIdx.x] = copies[(threadIdx.x + 1) % block_size];  // finds: race
  values[threadIdx.x] = copies[threadIdx.x];
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
