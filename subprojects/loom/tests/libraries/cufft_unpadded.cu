// A real transform in place needs space for the complex row; and host memory is not device memory.
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
#include <cufft.h>

#include <cstdio>
#include <vector>

int main() {
  constexpr int n = 8;
  float* real;
  cudaMalloc(&real, n * sizeof(float));
  cudaMemset(real, 0, n * sizeof(float));
  cufftHandle plan;
  cufftPlan1d(&plan, n, CUFFT_R2C, 1);
  cufftExecR2C(plan, real, reinterpret_cast<cufftComplex*>(real));  // finds: out-of-bounds
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));

  cudaDeviceReset();
  std::vector<cufftComplex> host(n);
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  cufftExecC2C(plan, host.data(), host.data(), CUFFT_FORWARD);  // finds: out-of-bounds
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
