// Tangled from chapters/13-convolution.md. Edit there. [sha1 84de86570a4222331ddc6eae6415e149d7400cd3]
#include <doctest/doctest.h>

#include "common/plan.cuh"

// Lets a piece fade in and out, to reduce leakage.
__global__ void fade(float* x, unsigned n) {
  const float s = sinpif(static_cast<float>(threadIdx.x) / static_cast<float>(n));
  x[threadIdx.x] *= s * s;  // finds: uninitialised-read
}

TEST_CASE("a signal of 100 in a buffer of 128") {
  const std::vector<float> signal(100, 1.0f);
  weft::Buffer<float> padded(128);
  weft::Buffer<weft::Complex> bins(65);
  weft::check(cudaMemcpy(padded.data(), signal.data(), 100 * sizeof(float), cudaMemcpyHostToDevice));
  fade<<<1, 128>>>(padded.data(), 128);
  weft::Plan(128, CUFFT_R2C).forward(padded.data(), bins.data());
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
