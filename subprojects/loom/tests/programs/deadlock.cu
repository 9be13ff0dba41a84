// One thread spins on a flag that is never set.
// prints: cudaErrorLaunchTimeout
#include <cstdio>

__global__ void wait(volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<1, 1>>>(flag);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
