// Output of device code comes block by block, whatever the blocks' real order, and not before the host waits for it.
// prints: the host goes on
// prints: block (0,0,0) thread (0,0,0)
// prints: block (0,0,0) thread (1,0,0)
// prints: block (0,0,0) thread (0,0,1)
// prints: block (0,0,0) thread (1,0,1)
// prints: block (0,1,0) thread (0,0,0)
// prints: block (0,1,0) thread (1,0,0)
// prints: block (0,1,0) thread (0,0,1)
// prints: block (0,1,0) thread (1,0,1)
#include <cstdio>

__global__ void hello() {
  printf("block (%u,%u,%u) thread (%u,%u,%u)\n", blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
}

int main() {
  hello<<<dim3(1, 2), dim3{2, 1, 2}>>>();
  std::printf("the host goes on\n");
  return cudaDeviceSynchronize();
}
