// A stream reaches a copy of memory that it has freed before.
// prints: cudaErrorIllegalAddress
// once: a stream reaches a copy or memset of freed memory: the 64 bytes from cudaMallocAsync at freed_in_stream.cu:8.
#include <cstdio>

int main() {
  int host[16], *numbers;
  cudaMallocAsync(&numbers, 64, nullptr);
  cudaFreeAsync(numbers, nullptr);
  cudaMemcpyAsync(host, numbers, 64, cudaMemcpyDeviceToHost, nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
