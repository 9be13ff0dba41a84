// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 cf6d7f0cc473e229736ab3e13e00ef16ec51ba93]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void clear_row(float* image, unsigned side, unsigned row) {
  for (unsigned i = threadIdx.x; i < side; i += blockDim.x)
    image[std::size_t{row} * side + i] = 0;  // finds: out-of-bounds
}

TEST_CASE("the number of pixels does not fit into 32 bits") {
  const unsigned side = (1u << 16) + 16;
  const unsigned pixels = side * side;  // modulo 2^32
  CHECK(pixels == 2'097'408);
  weft::Buffer<float> image(pixels);
  clear_row<<<1, 64>>>(image.data(), side, 0);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  clear_row<<<1, 64>>>(image.data(), side, side - 1);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
