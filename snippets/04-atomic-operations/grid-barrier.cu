// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 0ea0e62a72d90784c16f355d25525bf67f5ecac7]
#include <vector>

#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

namespace cg = cooperative_groups;

__global__ void stretch_contrast(unsigned* pixels, unsigned count, unsigned* brightest) {
  const cg::grid_group grid = cg::this_grid();
  for (auto i = grid.thread_rank(); i < count; i += grid.size()) atomicMax(brightest, pixels[i]);
  grid.sync();
  for (auto i = grid.thread_rank(); i < count; i += grid.size())
    pixels[i] = 255 * pixels[i] / *brightest;
}

TEST_CASE("every thread divides by the maximum of the whole grid") {
  unsigned count = 1001;
  std::vector<unsigned> image(count);
  for (unsigned i = 0; i < count; ++i) image[i] = i % 86;  // the brightest is 85, a third of 255
  weft::Buffer<unsigned> pixels(image);
  weft::Buffer<unsigned> brightest(std::vector<unsigned>{0});
  unsigned *pixels_data = pixels.data(), *brightest_data = brightest.data();
  void* arguments[] = {&pixels_data, &count, &brightest_data};
  weft::check(cudaLaunchCooperativeKernel(stretch_contrast, dim3(4), dim3(64), arguments));
  for (unsigned& pixel : image) pixel *= 3;
  CHECK(pixels.to_host() == image);
}
