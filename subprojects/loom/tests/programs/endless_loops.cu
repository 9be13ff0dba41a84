// Loops that touch no memory: that they go on is told, and in the end they are ended; their lines are named.
// with: LOOM_TIMEOUT=0.5
// prints: cudaErrorLaunchTimeout
// prints: cudaErrorLaunchTimeout
// once: loom: kernel computes is still running after
// once: in the loop at endless_loops.cu:14 (thread (0,0,0) of block (0,0,0))
// once: loom: kernel computes: thread (0,0,0) of block (0,0,0), at endless_loops.cu:14, has run for too long without ending or reaching a barrier. Check the condition that should end this loop
// once: in the loop at endless_loops.cu:19
// once: loom: kernel calls: thread (1,0,0) of block (0,0,0), at endless_loops.cu:19, has run for too long
#include <cstdio>

__global__ void computes(int* out, int n) {
  int x = 1;
  while (x != n) x = x * 5 + n;      // odd forever
  *out = x;
}

__device__ int turns(int x, int n) {
  while (x != n) x = x * 5 + n;
  return x;
}

__global__ void calls(int* out, int n) {
  if (threadIdx.x == 1) *out = turns(1, n);
}

void tell() {
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
}

int main() {
  computes<<<1, 1>>>(nullptr, 2);
  tell();
  calls<<<1, 2>>>(nullptr, 2);
  tell();
}
