// Exercise "A dot product from two textures": a dot product of vectors in arrays, in linear memory, or one of each.
#include <vector>

#include "08-constant-and-texture-memory/two-textures.hpp"
#include "common/texture.cuh"
#include "common/timer.cuh"

// Element i of a vector that is stored there.
template <In where>
__device__ float element(cudaTextureObject_t texture, int i) {
  // your code begins
  if constexpr (where == In::array) return tex1D<float>(texture, static_cast<float>(i) + 0.5f);
  if constexpr (where == In::linear) return tex1Dfetch<float>(texture, i);
  // your code ends
  return 0;
}

// Adds to *sum the products of n elements.
// Any grid will do, and any block of up to 1,024 threads; a block performs one atomic operation.
template <In first, In second>
__global__ void add_products(cudaTextureObject_t a, cudaTextureObject_t b, int n, double* sum) {
  // your code begins
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  double mine = 0;
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += threads)
    mine += static_cast<double>(element<first>(a, i)) * element<second>(b, i);
  __shared__ double sums[1024];  // one per thread of the largest block
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned left = blockDim.x; left > 1; left = (left + 1) / 2) {
    const unsigned half = (left + 1) / 2;
    if (threadIdx.x + half < left) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, sums[0]);
  // your code ends
}

// The dot product of two vectors of the same length, from 1 to 131,072.
template <In first, In second>
Dot dot(const std::vector<float>& a, const std::vector<float>& b) {
  Dot result{0, 0};
  // your code begins
  const Stored<first> stored_a(a);
  const Stored<second> stored_b(b);
  weft::Buffer<double> sum(std::vector<double>{0});
  weft::Timer timer;
  add_products<first, second>
      <<<16, 128>>>(stored_a.texture.object(), stored_b.texture.object(), static_cast<int>(a.size()), sum.data());
  weft::check(cudaGetLastError());
  result.seconds = timer.seconds();
  result.value = sum.to_host()[0];
  // your code ends
  return result;
}
