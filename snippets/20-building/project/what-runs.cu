// Tangled from chapters/20-building.md. Edit there. [sha1 bbac51d66d570d27e7037dd66b8eb87214dd6406]
#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 1>>>();
  cudaFuncAttributes code;
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&code, nothing);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::puts(cudaGetErrorName(error));
    return 1;
  }
  std::printf("SASS for %d from PTX for %d\n", code.binaryVersion, code.ptxVersion);
}
