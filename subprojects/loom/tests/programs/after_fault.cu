// What comes after a fault does not run, as on a GPU, and that is said.
// prints: misaligned address
// prints: misaligned address
// once: loom: work queued after a failed kernel was skipped, as on a GPU; LOOM_AFTER_FAULT=go-on runs and checks it
#include <cstdio>

__device__ int variable;

__global__ void misaligned(char* at) { *reinterpret_cast<int*>(at + 1) = 42; }  // finds: misaligned
__global__ void stray() { *reinterpret_cast<int*>(0x87654320) = 42; }

int main() {
  char* at;
  cudaGetSymbolAddress(reinterpret_cast<void**>(&at), variable);
  misaligned<<<1, 1>>>(at);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  stray<<<1, 1>>>();
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
