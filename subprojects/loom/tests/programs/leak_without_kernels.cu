// Device memory is a leak in a program that never launches a kernel, too.
// prints: done
// once: note, leak: the 400 bytes from cudaMalloc at leak_without_kernels.cu:8 were never freed
#include <cstdio>

int main() {
  int* data;
  cudaMalloc(&data, 400);
  std::puts("done");
}
