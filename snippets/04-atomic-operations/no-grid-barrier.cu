// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 e05fbc6e9eb626eb1fb9aae8db09be606ddd9528]
#include <vector>

#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

namespace cg = cooperative_groups;

__global__ void stretch_contrast(unsigned* pixels, unsigned count, unsigned* brightest) {
  const cg::grid_group grid = cg::this_grid();
  for (auto i = grid.thread_rank(); i < count; i += grid.size())
    atomicMax(brightest, pixels[i]);  // finds: race
  for (auto i = grid.thread_rank(); i < count; i += grid.size())
    pixels[i] = 255 * pixels[i] / *brightest;  // finds: race
}

TEST_CASE("without a barrier the maximum may be incomplete") {
  weft::Buffer<unsigned> pixels(std::vector<unsigned>(1001, 85));
  weft::Buffer<unsigned> brightest(std::vector<unsigned>{0});
  stretch_contrast<<<4, 64>>>(pixels.data(), 1001, brightest.data());
  weft::check(cudaGetLastError());
  CHECK(brightest.to_host()[0] == 85);
}
