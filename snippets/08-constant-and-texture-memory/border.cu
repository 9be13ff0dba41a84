// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 c292aeebe9d72ab350d7326e1c14c923d778c007]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void smooth(weft::View<const float> row, weft::View<float> result) {
  const std::size_t x = threadIdx.x;
  if (x >= row.size()) return;
  result[x] = (row[x] + row[x + 1] + row[x - 1]) / 3;  // finds: out-of-bounds
}

TEST_CASE("the border needs a rule") {
  const weft::Buffer<float> row(std::vector<float>(451, 3.0f));
  weft::Buffer<float> result(std::vector<float>(451, 0.0f));
  smooth<<<1, 480>>>(row.view(), result.view());
  weft::check(cudaGetLastError());
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
