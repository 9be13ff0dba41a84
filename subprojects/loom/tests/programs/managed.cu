// Managed memory shows the host what has been waited for, and nothing else.
// prints: before: 0 0
// prints: after: 1 2
#include <cstdio>

__managed__ int variable;

__global__ void store(int* allocated) {
  variable = 1;
  *allocated = 2;
}

int main() {
  int* allocated;
  cudaMallocManaged(&allocated, sizeof(int));
  *allocated = 0;
  store<<<1, 1>>>(allocated);
  std::printf("before: %d %d\n", static_cast<volatile int&>(variable), *static_cast<volatile int*>(allocated));
  cudaDeviceSynchronize();
  std::printf("after: %d %d\n", variable, *allocated);
  return cudaFree(allocated);
}
