// A launch that the device cannot run is refused at once, and the next one is none the worse for it.
// prints: 1025 threads: cudaErrorInvalidValue
// prints: no blocks: cudaErrorInvalidValue
// prints: no threads: cudaErrorInvalidValue
// prints: too much shared memory: cudaErrorInvalidValue
// prints: asked again: cudaSuccess
// prints: the next launch ran: 1
#include <cstdio>

__global__ void store(int* at) { *at = 1; }

void show(const char* what) { std::printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError())); }

int main() {
  int* at;
  cudaMallocManaged(&at, sizeof(int));
  store<<<1, 1025>>>(at);
  show("1025 threads");
  store<<<0, 1>>>(at);
  show("no blocks");
  store<<<1, 0>>>(at);
  show("no threads");
  store<<<1, 1, 1'000'000'000>>>(at);
  show("too much shared memory");
  show("asked again");
  store<<<1, 1>>>(at);
  cudaDeviceSynchronize();
  std::printf("the next launch ran: %d\n", *at);
}
