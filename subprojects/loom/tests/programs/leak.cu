// Memory that is never freed is a note at the end of a program in which all else is well: of the device, managed and pinned. Variables,
// and memory that was only registered, must not be freed.
// prints: done
// once: note, leak: the 400 bytes from cudaMalloc at leak.cu:20 were never freed
// once: note, leak: the 800 bytes from cudaMallocManaged at leak.cu:22 were never freed
// once: note, leak: the 1200 bytes from cudaMallocHost at leak.cu:23 were never freed
// complains: found 3 times
// complains: Call cudaFreeHost
// never: __managed__
// never: cudaHostRegister
#include <cstdio>

__managed__ int number;

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x + number; }

int main() {
  static int registered[100];
  int *kept[3], *freed, *managed, *pinned;
  for (int*& data : kept) cudaMalloc(&data, 400);
  cudaMalloc(&freed, 400);
  cudaMallocManaged(&managed, 800);
  cudaMallocHost(&pinned, 1200);
  cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault);
  fill<<<1, 100>>>(freed);
  cudaDeviceSynchronize();
  cudaFree(freed);
  cudaMallocManaged(&freed, 1600);
  cudaFree(freed);
  std::puts("done");
}
