// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 c56c1429a59395b1b59516372a1881ab26bd2114]
#include <cstdio>

#include <cuda_runtime.h>

int main() {
#ifndef __LOOM__
  const char text[] = ".version 99.0\n.target sm_90\n.address_size 64\n";
  cudaLibrary_t library;
  const cudaError_t error =
      cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0);
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaErrorUnsupportedPtxVersion ? 0 : 1;
#endif
}
