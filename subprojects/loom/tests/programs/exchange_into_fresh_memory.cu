// An exchange may be the first to write somewhere, because the old value may be unused; an addition may not.
// exits: 1
// prints: done
#include <cstdio>

__global__ void set(int* flag) { atomicExch(flag, 1); }
__global__ void add(int* sum) { atomicAdd(sum, 1); }  // finds: uninitialised-read

int main() {
  int *flag, *sum;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  set<<<1, 1>>>(flag);
  add<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  std::puts("done");
  cudaFree(flag);
  cudaFree(sum);
}
