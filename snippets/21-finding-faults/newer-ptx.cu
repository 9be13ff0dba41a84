// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 b08e817124949fbc12255f5dc2552610685bcf3c]
#include <cstdio>

#include <cuda_runtime.h>

int main() {
#ifndef __LOOM__
  const char text[] =
      ".version 99.0\n.target sm_90\n.address_size 64\n.visible .entry nothing() { ret; }\n";
  cudaLibrary_t library;
  cudaKernel_t kernel;
  cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0);
  const cudaError_t error = cudaLibraryGetKernel(&kernel, library, "nothing");  // compiles
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaErrorUnsupportedPtxVersion ? 0 : 1;
#endif
}
