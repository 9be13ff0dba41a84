// Exercise "Soft edges, the same for any launch": coverage by random points whose counter is the pixel and the sample.
#include "30-a-renderer/soft-edge.hpp"

// coverage[y * width + x]: the share of random points of pixel (x, y) that lie in the circle or on its edge. Sample s has the words
// weft::four_words(y << 32 | x, s); the upper 24 bits of the first two are its point in the pixel. Any grid of one dimension.
__global__ void draw_soft(Circle circle, unsigned width, unsigned height, unsigned samples, float* coverage) {
  // your code begins
  const std::size_t pixels = std::size_t{width} * height, all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < pixels; i += all) {
    const auto x = static_cast<unsigned>(i % width), y = static_cast<unsigned>(i / width);
    unsigned inside = 0;
    for (unsigned s = 0; s < samples; ++s) {
      const uint4 words = weft::four_words(std::uint64_t{y} << 32 | x, s);
      const float u = static_cast<float>(words.x >> 8) / (1 << 24), v = static_cast<float>(words.y >> 8) / (1 << 24);
      const float dx = static_cast<float>(x) + u - circle.x, dy = static_cast<float>(y) + v - circle.y;
      if (dx * dx + dy * dy <= circle.radius * circle.radius) ++inside;
    }
    coverage[i] = static_cast<float>(inside) / static_cast<float>(samples);
  }
  // your code ends
}

void draw_soft_with(std::uint64_t seed, Circle circle, unsigned width, unsigned height, unsigned samples, float* coverage, unsigned blocks,
                    unsigned threads) {
  weft::seed_philox(seed);
  draw_soft<<<blocks, threads>>>(circle, width, height, samples, coverage);
  weft::check(cudaGetLastError());
}
