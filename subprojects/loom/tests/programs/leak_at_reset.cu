// Memory that goes away with its device is a leak, too.
// prints: reset
// once: note, leak: the 400 bytes from cudaMalloc at leak_at_reset.cu:10 were never freed
// never: 800 bytes
#include <cstdio>

int main() {
  for (int i = 0; i < 2; ++i) {
    int *lost, *freed;
    cudaMalloc(&lost, 400);
    cudaMalloc(&freed, 800);
    cudaFree(freed);
    cudaDeviceReset();
  }
  std::puts("reset");
}
