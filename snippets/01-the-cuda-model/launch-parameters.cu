// Tangled from chapters/01-the-cuda-model.md. Edit there. [sha1 a7d7986966b93080dfe22dc046966965a8f745a7]
#include <doctest/doctest.h>

__global__ void rotate(int* values) {
  extern __shared__ int shelf[];
  shelf[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  const int neighbour = shelf[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  shelf[threadIdx.x] = neighbour;
  __syncthreads();
  values[threadIdx.x] = shelf[threadIdx.x];
}

TEST_CASE("a launch can name the shared memory of each block, and a stream") {
  constexpr unsigned threads = 97;
  int* values = nullptr;
  REQUIRE(cudaMallocManaged(&values, threads * sizeof(int)) == cudaSuccess);
  for (unsigned i = 0; i < threads; ++i) values[i] = static_cast<int>(i);
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);

  rotate<<<dim3(1), dim3(threads), threads * sizeof(int), stream>>>(values);

  REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
  for (unsigned i = 0; i < threads; ++i) {
    CHECK(values[i] == static_cast<int>((i + 1) % threads));
  }
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaFree(values) == cudaSuccess);
}
