// Tangled from chapters/09-cublas.md. Edit there. [sha1 44b8d1f17a34c10105b576802be244187771d77e]
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("a vector must be the device's") {
  std::vector<float> x(100, 1);
  const weft::Blas blas;
  const float two = 2;
  cublasSscal(blas, 100, &two, x.data(), 1);  // finds: out-of-bounds
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
