// Device memory that is never freed is a note at the end of a program in which all else is well.
// prints: done
// once: note, leak: the 400 bytes from cudaMalloc at leak.cu:11 were never freed
// complains: found 3 times
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int *kept[3], *freed;
  for (int*& data : kept) cudaMalloc(&data, 400);
  cudaMalloc(&freed, 400);
  fill<<<1, 100>>>(freed);
  cudaDeviceSynchronize();
  cudaFree(freed);
  std::puts("done");
}
