// Tangled from chapters/05-vectors.md. Edit there. [sha1 2c16e809dce0a863f5c44cb88575860f6e35a0de]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void sines_of_multiples(weft::View<const float> x, weft::View<float> exact,
                                    weft::View<float> rounded) {
  const unsigned i = threadIdx.x;
  if (i >= x.size()) return;
  exact[i] = sinpif(x[i]);
  rounded[i] = sinf(3.14159265f * x[i]);
}

TEST_CASE("sinpif of an integer is 0, and sinf of the rounded product is not") {
  const std::vector<float> integers = {1, 1000, 1'000'000}, at_least = {8e-8f, 1e-4f, 0.09f};
  const weft::Buffer<float> x(integers);
  weft::Buffer<float> exact(3), rounded(3);
  sines_of_multiples<<<1, 32>>>(x.view(), exact.view(), rounded.view());
  weft::check(cudaGetLastError());
  const std::vector<float> zeros = exact.to_host(), others = rounded.to_host();
  std::printf("x | `sinpif(x)` | `sinf(3.14159265f * x)`\n");
  for (int i = 0; i < 3; ++i) {
    CHECK(zeros[i] == 0);
    CHECK(std::abs(others[i]) > at_least[i]);
    std::printf("%.0f | %.0f | %.1e\n", integers[i], zeros[i], others[i]);
  }
}
