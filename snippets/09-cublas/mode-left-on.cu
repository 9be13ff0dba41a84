// Tangled from chapters/09-cublas.md. Edit there. [sha1 74cde006521d29b349fec0ee128b69ff3a79aa39]
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("in device mode, a scalar in host memory is out of bounds") {
  weft::Buffer<float> x(std::vector<float>(100, 1));
  const weft::Blas blas;
  weft::check(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  const float two = 2;
  cublasSscal(blas, 100, &two, x.data(), 1);  // finds: out-of-bounds
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
