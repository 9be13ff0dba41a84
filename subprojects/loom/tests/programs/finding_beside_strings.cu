// A program whose host code instantiates std::string, as loom's own does while it tells of a finding in a device thread.
// The linker keeps one of the two, and its memory must be the host's.
// prints: launches: 1
// exits: 1
#include <cstdio>
#include <string>

__global__ void look(int* result) {
  __shared__ int number;
  *result = atomicAdd(&number, 1);       // finds: uninitialised-read
}

std::string joined(const char* first, int second) { return std::string(first) + ": " + std::to_string(second); }

int main() {
  int* result = nullptr;
  cudaMalloc(&result, sizeof(int));
  look<<<1, 1>>>(result);
  cudaDeviceSynchronize();
  cudaFree(result);
  std::puts(joined("launches", 1).c_str());
}
