// If requested, only the kernel that failed ends, and all else goes on. What has been reported is not an error; other failures are one.
// with: LOOM_AFTER_FAULT=go-on
// prints: no error
// prints: no error
// prints: unspecified launch failure
// prints: unspecified launch failure
// prints: no error
// prints: 42
// never: did not run
// once: note, leak: the 4 bytes from cudaMalloc at after_fault_going_on.cu:21 were never freed
#include <cstdio>

__global__ void misaligned(char* at) { *reinterpret_cast<int*>(at + 1) = 42; }  // finds: misaligned
__global__ void stray() { *reinterpret_cast<int*>(0x87654320) = 42; }  // finds: out-of-bounds
__global__ void trap() { __trap(); }
__global__ void good(int* at) { *at = 42; }

int main() {
  int *leaked, *freed, value = 0;
  cudaMalloc(&freed, 256);
  cudaMalloc(&leaked, 4);
  misaligned<<<1, 1>>>(reinterpret_cast<char*>(freed));
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  stray<<<1, 1>>>();
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  trap<<<1, 1>>>();
  good<<<1, 1>>>(leaked);
  std::puts(cudaGetErrorString(cudaMemcpy(&value, leaked, 4, cudaMemcpyDeviceToHost)));
  std::puts(cudaGetErrorString(cudaGetLastError()));
  std::puts(cudaGetErrorString(cudaFree(freed)));
  std::printf("%d\n", value);
}
