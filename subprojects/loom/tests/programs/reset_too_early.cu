// Any block but the last may not: others have yet to come.
// prints: done
#include <cstdio>

__device__ unsigned arrived;

__global__ void arrive() {
  __threadfence();
  const unsigned before = atomicAdd(&arrived, 1u);  // finds: race
  if (before == 3) arrived = 0;  // finds: race
}

int main() {
  arrive<<<16, 1>>>();
  cudaDeviceSynchronize();
  std::printf("done\n");
}
