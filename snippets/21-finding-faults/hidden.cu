// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 e366ac657ffb531aead30d0f5f1a7aa580f5b673]
#include <cstdio>
#include <cstdlib>

int main() {
  setenv("CUDA_VISIBLE_DEVICES", "", 1);  // before the first call
  int devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&devices);
  std::printf("%s\n", cudaGetErrorString(error));
#ifdef __LOOM__
  return error == cudaSuccess ? 0 : 1;
#else
  return error == cudaErrorNoDevice ? 0 : 1;  // "no CUDA-capable device is detected"
#endif
}
