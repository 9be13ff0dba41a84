// Tangled from chapters/09-cublas.md. Edit there. [sha1 1a44df02ff814773ade9d95727178e532b580a02]
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

void double_all(const weft::Blas& blas, weft::Buffer<float>& x) {
  const float two = 2;
  cublasSscal(blas, int(x.size()), &two, x.data(), 1);  // finds: out-of-bounds
}

TEST_CASE("in device mode, a scalar in host memory is out of bounds") {
  weft::Buffer<float> x(std::vector<float>(100, 1));
  const weft::Blas blas;
  weft::check(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  double_all(blas, x);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
