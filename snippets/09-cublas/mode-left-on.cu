// Tangled from chapters/09-cublas.md. Edit there. [sha1 26c964c8141ead36bfec83dd0827f1fc690dc845]
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("in device mode, a scalar of the host is out of reach") {
  weft::Buffer<float> x(std::vector<float>(100, 1));
  const weft::Blas blas;
  weft::check(cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE));
  const float two = 2;
  cublasSscal(blas, 100, &two, x.data(), 1);  // finds: out-of-bounds
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
