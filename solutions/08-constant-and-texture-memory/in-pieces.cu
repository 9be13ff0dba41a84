// Exercise "A dot product with a vector in constant memory": a dot product, piece by piece.
#include <algorithm>
#include <vector>

#include "08-constant-and-texture-memory/in-pieces.hpp"
#include "common/buffer.cuh"
#include "common/timer.cuh"

__constant__ float second[piece];

// Adds to *sum the products of all elements of `first` with as many of `second`.
// Any grid will do, and any block of up to 1,024 threads; a block performs one atomic operation.
__global__ void add_products(weft::View<const float> first, double* sum) {
  // your code begins
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  double mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < first.size(); i += threads)
    mine += static_cast<double>(first[i]) * second[i];
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

// The dot product of two vectors of the same length.
Dot dot_in_pieces(const std::vector<float>& a, const std::vector<float>& b) {
  Dot dot{0, 0};
  // your code begins
  const weft::Buffer<float> first(a);
  weft::Buffer<double> sum(std::vector<double>{0});
  for (std::size_t begin = 0; begin < b.size(); begin += piece) {
    const std::size_t count = std::min(piece, b.size() - begin);
    weft::check(cudaMemcpyToSymbol(second, b.data() + begin, count * sizeof(float)));
    weft::Timer timer;
    add_products<<<16, 128>>>(weft::View<const float>(first.data() + begin, count), sum.data());
    weft::check(cudaGetLastError());
    dot.seconds += timer.seconds();
  }
  dot.value = sum.to_host()[0];
  // your code ends
  return dot;
}
