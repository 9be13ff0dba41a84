// Tangled from chapters/05-vectors.md. Edit there. [sha1 17540e416f7dcc7814491b9bdb9ce28f2735a6ba]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void add_one(weft::View<float> x) {
  for (std::size_t i = blockIdx.x; i < x.size(); i += blockDim.x)
    x[i] += 1.0f;  // finds: race
}

TEST_CASE("one-thread blocks with a stride of blockDim.x race for the elements") {
  weft::Buffer<float> x(std::vector<float>(256, 0.0f));
  add_one<<<8, 1>>>(x.view());
  weft::check(cudaGetLastError());
  CHECK(x.to_host()[0] == 1.0f);  // only the first block visits element 0
}
