// Tangled from chapters/14-building.md. Edit there. [sha1 d5ce8c2be0818e9303477f98fa5b51fe0efe62ea]
#include <cstdio>

__global__ void nothing() {}

int main() {
  int devices;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) return 77;
  nothing<<<1, 1>>>();
  cudaFuncAttributes code;
  cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&code, nothing);
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) std::printf("SASS for %d from PTX for %d\n", code.binaryVersion, code.ptxVersion);
  else std::puts(cudaGetErrorName(error));
  return error != cudaSuccess;
}
