// Tangled from chapters/09-cublas.md. Edit there. [sha1 3a83325b42ad770f287ef5e45745d824853dd7ec]
#include <cstdio>
#include <string>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("the library refuses arguments that it can see to be wrong") {
  const weft::Blas blas;
  const weft::Buffer<float> a(std::vector<float>(12, 1)), b(std::vector<float>(12, 1));
  weft::Buffer<float> c(std::vector<float>(16, 7));
  const float one = 1, zero = 0;
  const auto multiply = [&](int lda) {  // 4 × 3 times 3 × 4
    weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 3, &one, a.data(), lda,
                            b.data(), 3, &zero, c.data(), 4));
  };
  try {
    multiply(3);
    CHECK_MESSAGE(false, "three is less than four rows");
  } catch (const weft::BlasError& error) {
    CHECK(error.code == CUBLAS_STATUS_INVALID_VALUE);
    std::printf("%s\n", cublasGetStatusName(error.code));
  }
  CHECK(c.to_host() == std::vector<float>(16, 7));
  multiply(4);
  CHECK(c.to_host() == std::vector<float>(16, 3));
}

TEST_CASE("amax compares absolute values, and counts from 1") {
  const weft::Buffer<float> x(std::vector<float>{3, 1, -5, 5});
  const weft::Buffer<cuComplex> z(std::vector<cuComplex>{{0, 4}, {3, 3}, {-1, 0}});
  int of_reals = 0, of_complex = 0;
  weft::check(cublasIsamax(weft::Blas(), 4, x.data(), 1, &of_reals));
  weft::check(cublasIcamax(weft::Blas(), 3, z.data(), 1, &of_complex));
  CHECK(of_reals == 3);    // -5, the first of the two fives
  CHECK(of_complex == 2);  // |3| + |3| is more than |0| + |4|
  std::printf("amax: %d and %d\n", of_reals, of_complex);
}
