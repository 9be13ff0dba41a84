// Exercise "The midpoint rule from a texture": an integral, from a table in a texture.
#include <vector>

#include "08-constant-and-texture-memory/midpoint.hpp"
#include "common/texture.cuh"

// Adds to *sum the texels 0 to n - 1 of a texture on linear memory.
// Any grid will do, and any block of up to 1,024 threads; a block performs one atomic operation.
__global__ void add_texels(cudaTextureObject_t texture, int n, double* sum) {
  // your code begins
  const int threads = static_cast<int>(gridDim.x * blockDim.x);
  double mine = 0;
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += threads) mine += tex1Dfetch<float>(texture, i);
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

// The integral of f from a to b: n > 0 steps, with f taken in the middle of each.
double integral(double (*f)(double), double a, double b, int n) {
  double result = 0;
  // your code begins
  const double step = (b - a) / n;
  std::vector<float> table(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) table[static_cast<std::size_t>(i)] = static_cast<float>(f(a + (i + 0.5) * step));
  weft::Buffer<float> memory(table);
  const weft::Texture texture = weft::make_texture(weft::texels_in(memory), weft::reading());
  weft::Buffer<double> sum(std::vector<double>{0});
  add_texels<<<8, 128>>>(texture.object(), n, sum.data());
  weft::check(cudaGetLastError());
  result = step * sum.to_host()[0];
  // your code ends
  return result;
}
