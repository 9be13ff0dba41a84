// The grid's barrier in an ordinary launch, whose blocks may not all be resident.
// prints: not valid
// prints: cudaErrorLaunchFailure
// complains: Launch the kernel with cudaLaunchCooperativeKernel
#include <cstdio>

#include <cooperative_groups.h>

__global__ void valid(int* answer) { *answer = cooperative_groups::this_grid().is_valid(); }

__global__ void meet() { cooperative_groups::this_grid().sync(); }

int main() {
  int *answer, said = 0;
  cudaMalloc(&answer, sizeof *answer);
  valid<<<1, 1>>>(answer);
  cudaMemcpy(&said, answer, sizeof said, cudaMemcpyDeviceToHost);
  std::printf("%s\n", said ? "valid" : "not valid");
  meet<<<2, 32>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
