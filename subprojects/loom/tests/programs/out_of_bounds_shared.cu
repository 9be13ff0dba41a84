// Beyond shared memory, static and dynamic.
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
#include <cstdio>

__global__ void in_static(int n) {
  __shared__ int tile[32];
  tile[threadIdx.x + n] = 1;  // finds: out-of-bounds
}

__global__ void in_dynamic() {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 1;  // finds: out-of-bounds
}

int main() {
  in_static<<<1, 32>>>(1);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
  in_dynamic<<<1, 32, 31 * sizeof(int)>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
