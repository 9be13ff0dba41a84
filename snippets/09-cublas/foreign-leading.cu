// Tangled from chapters/09-cublas.md. Edit there. [sha1 1ba2a9f5137246d27201308caf2d3b33647d94ff]
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("a leading dimension belongs to one matrix") {
  const weft::Buffer<float> a(std::vector<float>(5 * 3, 1)), x(std::vector<float>(3, 1));
  weft::Buffer<float> y(std::vector<float>(5, 0));
  const weft::Blas blas;
  const float one = 1, zero = 0;
  cublasSgemv(blas, CUBLAS_OP_N, 5, 3, &one, a.data(), 7,  // finds: out-of-bounds
              x.data(), 1, &zero, y.data(), 1);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
