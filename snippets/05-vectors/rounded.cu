// Tangled from chapters/05-vectors.md. Edit there. [sha1 2559294b253b96be7f8b6b668658e3554d270ecc]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void square_minus(float x, float y, float* results) {
  results[0] = __fsub_rn(__fmul_rn(x, x), y);  // rounded twice
  results[1] = __fmaf_rn(x, x, -y);            // rounded once
  results[2] = x * x - y;                      // the compiler decides
}

TEST_CASE("a difference that two roundings lose is kept by a fused multiply-add") {
  weft::Buffer<float> results(3);
  square_minus<<<1, 1>>>(1 + 0x1p-12f, 1 + 0x1p-11f, results.data());
  const std::vector<float> found = results.to_host();
  CHECK(found[0] == 0);
  CHECK(found[1] == 0x1p-24f);
  CHECK((found[2] == found[0] || found[2] == found[1]));
}
