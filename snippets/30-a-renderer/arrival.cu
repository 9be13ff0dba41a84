// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 f0553808c7abf0809f420b59f2d6a5fb2eddc739]
#include <bit>
#include <cstdio>
#include <cstdlib>

#include <doctest/doctest.h>

#include "common/discs.cuh"

#ifdef __LOOM__
const int reversed = setenv("LOOM_BLOCK_ORDER", "reversed", 1) + setenv("LOOM_CORES", "1", 1);
#endif

// One block per layer, and one pixel.
__global__ void blend_atomically(const weft::Circle* layers, int* bits) {
  const weft::Circle c = layers[blockIdx.x];
  int expected, seen = *bits;
  do {
    expected = seen;
    const float pixel = __int_as_float(expected);
    seen = atomicCAS(bits, expected, __float_as_int(pixel + c.opacity * (c.red - pixel)));
  } while (seen != expected);
}

TEST_CASE("atomics lose no circle, but they do not keep the order") {
  const std::vector<weft::Circle> two = {{0, 0, 1, 0.5f, 1, 0, 0, 0}, {0, 0, 1, 0.5f, 0, 0, 1, 0}};
  const weft::Buffer<weft::Circle> layers(two);
  weft::Buffer<int> bits(std::vector<int>{0});  // a float of 0
  blend_atomically<<<2, 1>>>(layers.data(), bits.data());
  weft::check(cudaGetLastError());
  const float pixel = std::bit_cast<float>(bits.to_host()[0]);
  constexpr float in_order = 0.25f, in_reverse = 0.5f;
  CHECK((pixel == in_order || pixel == in_reverse));
#ifdef __LOOM__
  CHECK(pixel == in_reverse);
#endif
  std::printf("red is %.2f; in the order of the list it is %.2f\n", pixel, in_order);
}
