// Tangled from chapters/09-cublas.md. Edit there. [sha1 f74b0a0eb06fb1979986214bda491b118b36eeca]
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

// y = a x, where `a` is a matrix of 5 × 3 without gaps.
void multiply(const weft::Blas& blas, const float* a, const float* x, float* y) {
  const float one = 1, zero = 0;
  cublasSgemv(blas, CUBLAS_OP_N, 5, 3, &one, a, 7, x, 1, &zero, y, 1);  // finds: out-of-bounds
}

TEST_CASE("a leading dimension belongs to one matrix") {
  const weft::Buffer<float> a(std::vector<float>(5 * 3, 1)), x(std::vector<float>(3, 1));
  weft::Buffer<float> y(std::vector<float>(5, 0));
  multiply(weft::Blas(), a.data(), x.data(), y.data());
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
