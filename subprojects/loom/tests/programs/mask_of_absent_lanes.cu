// Two halves of a warp that wait for all of it, each in a call of its own: no lane ever comes to where the others wait.
// exits: 1
// prints: the launch timed out and was terminated
#include <cstdio>

__global__ void wait(unsigned* out) {
  if (threadIdx.x < 16) __syncwarp();  // finds: wrong-mask
  else out[threadIdx.x] = __ballot_sync(0xffffffff, 1);
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  wait<<<1, 32>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
