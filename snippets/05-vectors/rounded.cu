// Tangled from chapters/05-vectors.md. Edit there. [sha1 69de6e49b3bab5b95372541d24a88c153d3ed3b0]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void square_minus(float x, float y, float* results) {
  results[0] = __fsub_rn(__fmul_rn(x, x), y);  // rounded twice
  results[1] = __fmaf_rn(x, x, -y);            // rounded once
  results[2] = x * x - y;                      // as the compiler likes
}

TEST_CASE("rounded once, a difference survives that rounding twice wipes out") {
  weft::Buffer<float> results(3);
  square_minus<<<1, 1>>>(1 + 0x1p-12f, 1 + 0x1p-11f, results.data());
  const std::vector<float> found = results.to_host();
  CHECK(found[0] == 0);
  CHECK(found[1] == 0x1p-24f);
  CHECK((found[2] == found[0] || found[2] == found[1]));
}
