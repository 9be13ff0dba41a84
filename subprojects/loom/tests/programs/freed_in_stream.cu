// A stream comes to a copy of memory that it has freed before.
// prints: cudaErrorIllegalAddress
// once: a stream comes to a copy or memset of memory that has been freed: the 64 bytes from cudaMallocAsync at freed_in_stream.cu:8.
#include <cstdio>

int main() {
  int host[16], *numbers;
  cudaMallocAsync(&numbers, 64, nullptr);
  cudaFreeAsync(numbers, nullptr);
  cudaMemcpyAsync(host, numbers, 64, cudaMemcpyDeviceToHost, nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
