// Tangled from chapters/05-vectors.md. Edit there. [sha1 f394d7289789f3c77c5323c4baef7cfb36b10e58]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void add_one(weft::View<float> x) {
  for (std::size_t i = blockIdx.x; i < x.size(); i += blockDim.x)
    x[i] += 1.0f;  // finds: race
}

TEST_CASE("blocks of one thread must not stride by the size of a block") {
  weft::Buffer<float> x(std::vector<float>(256, 0.0f));
  add_one<<<8, 1>>>(x.view());
  weft::check(cudaGetLastError());
  CHECK(x.to_host()[0] == 1.0f);  // only the first block comes here
}
