// A shuffle whose mask names the lower half of the warp, called by all of it.
// exits: 1
// prints: unspecified launch failure
#include <cstdio>

__global__ void sum(int* out) {
  int value = threadIdx.x;
  for (int offset = 8; offset > 0; offset /= 2) value += __shfl_xor_sync(0x0000ffff, value, offset);  // finds: wrong-mask
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  sum<<<1, 32>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
