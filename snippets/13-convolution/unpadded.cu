// Tangled from chapters/13-convolution.md. Edit there. [sha1 d3991d314f86f9a8ec89c3967311b1fe6a01cbfb]
#include <cufft.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

TEST_CASE("eight floats are too small for five complex numbers") {
  weft::Buffer<float> row(std::vector<float>(8, 1.0f));
  cufftHandle plan = CUFFT_PLAN_NULL;
  REQUIRE(cufftPlan1d(&plan, 8, CUFFT_R2C, 1) == CUFFT_SUCCESS);
  auto* const bins = reinterpret_cast<cufftComplex*>(row.data());
  cufftExecR2C(plan, row.data(), bins);  // finds: out-of-bounds
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
  cufftDestroy(plan);
}
