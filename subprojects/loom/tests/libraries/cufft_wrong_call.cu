// A call that does not fit its plan, lengths that are none, and data that has not been written.
// complains: loom: cufftExecR2C does nothing: its plan is for another type of transform
// prints: 3
// prints: 8
// prints: 8
// prints: 0
// prints: no error
#include <cufft.h>

#include <cstdio>

int main() {
  constexpr int n = 8;
  cufftComplex* at;
  cudaMalloc(&at, n * sizeof *at);
  cufftHandle plan, none;
  cufftPlan1d(&plan, n, CUFFT_C2C, 1);
  std::printf("%d\n", cufftExecR2C(plan, reinterpret_cast<float*>(at), at));
  std::printf("%d\n", cufftPlan2d(&none, n, 0, CUFFT_C2C));
  std::printf("%d\n", cufftPlan3d(&none, n, n, -1, CUFFT_C2C));
  std::printf("%d\n", cufftExecC2C(plan, at, at, CUFFT_FORWARD));  // finds: uninitialised-read
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
