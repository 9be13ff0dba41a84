// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 41736d963bf4ac6c183c9779f728b2929f4b9049]
#include <doctest/doctest.h>

#include "common/bins.cuh"

__global__ void add_to_shared_bins(const float* x, weft::Word* sum) {
  __shared__ weft::Word own[weft::bins];
  if (threadIdx.x < weft::bins) own[threadIdx.x] = 0;
  __syncthreads();
  const weft::Piece piece = weft::piece_of(x[threadIdx.x]);
  own[piece.bin] += static_cast<weft::Word>(piece.count);  // finds: race
  __syncthreads();
  if (threadIdx.x < weft::bins) atomicAdd(sum + threadIdx.x, own[threadIdx.x]);
}

TEST_CASE("threads that share a bin lose additions") {
  const weft::Buffer<float> x(std::vector<float>(64, 1.0f));
  weft::Buffer<weft::Word> sum(std::vector<weft::Word>(weft::bins, 0));
  add_to_shared_bins<<<1, 64>>>(x.data(), sum.data());
  weft::check(cudaDeviceSynchronize());
  CHECK(sum.to_host()[15] <= weft::Word{64} << 29);
}
