// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 af278fa82592bcaaad974921e32a0290b04687f0]
#include <cmath>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void roots(const float* x, float* y) { y[threadIdx.x] = sqrtf(x[threadIdx.x] - 1); }

bool agrees(float found, float expected) {
  if (std::abs(found - expected) > 1e-6f) return false;
  return true;
}

TEST_CASE("NaN is not greater than the tolerance") {
  const weft::Buffer<float> x(std::vector<float>{0, 1});
  weft::Buffer<float> y(2);
  roots<<<1, 2>>>(x.data(), y.data());  // should be the root of x
  weft::check(cudaGetLastError());
  const std::vector<float> found = y.to_host();
  CHECK(std::isnan(found[0]));
  CHECK(agrees(found[0], 0.0f));
  CHECK(!agrees(found[1], 1.0f));
}
