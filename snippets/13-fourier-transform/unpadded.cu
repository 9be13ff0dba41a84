// Tangled from chapters/13-fourier-transform.md. Edit there. [sha1 ca755015ed148aa7c5fe2726f0780481a4ebb694]
#include <cufft.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

TEST_CASE("eight floats have no room for five complex numbers") {
  weft::Buffer<float> row(std::vector<float>(8, 1.0f));
  cufftHandle plan = CUFFT_PLAN_NULL;
  REQUIRE(cufftPlan1d(&plan, 8, CUFFT_R2C, 1) == CUFFT_SUCCESS);
  cufftExecR2C(plan, row.data(),
               reinterpret_cast<cufftComplex*>(row.data()));  // finds: out-of-bounds
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
  cufftDestroy(plan);
}
