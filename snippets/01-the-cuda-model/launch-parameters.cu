// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 0e0bf0d6f41d779193e6abecb9981355546cc357]
#include <doctest/doctest.h>

__global__ void rotate(int* values, int steps) {
  extern __shared__ int copies[];
  copies[threadIdx.x] = values[threadIdx.x];
  for (int step = 0; step < steps; ++step) {
    __syncthreads();  // all threads have written
    const int neighbour = copies[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();  // all threads have read
    copies[threadIdx.x] = neighbour;
  }
  values[threadIdx.x] = copies[threadIdx.x];
}

TEST_CASE("a launch can name the shared memory of each block, and a stream") {
  constexpr unsigned threads = 97;
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, threads * sizeof(int)) == cudaSuccess);
  for (unsigned i = 0; i < threads; ++i) values[i] = static_cast<int>(i);
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);

  rotate<<<dim3(1), dim3(threads), threads * sizeof(int), stream>>>(values, 5);
  REQUIRE(cudaGetLastError() == cudaSuccess);

  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  for (unsigned i = 0; i < threads; ++i) {
    CHECK(values[i] == static_cast<int>((i + 5) % threads));
  }
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
