// Exercise "Soft edges, the same for any launch": coverage by random points whose counter is the pixel and the sample.
#include "30-a-renderer/soft-edge.hpp"

// coverage[y * width + x]: the share of random points of pixel (x, y) that lie in the circle or on its edge. Sample s has the words
// weft::four_words(y << 32 | x, s); the upper 24 bits of the first two are its point in the pixel. Any grid of one dimension.
__global__ void draw_soft(Circle circle, unsigned width, unsigned height, unsigned samples, float* coverage) {
  // your code begins
  // your code ends
}

void draw_soft_with(std::uint64_t seed, Circle circle, unsigned width, unsigned height, unsigned samples, float* coverage, unsigned blocks,
                    unsigned threads) {
  weft::seed_philox(seed);
  draw_soft<<<blocks, threads>>>(circle, width, height, samples, coverage);
  weft::check(cudaGetLastError());
}
