// Tangled from chapters/03-first-programs.md. Edit there. [sha1 cb80f5422cbc0cb4e9ee8f118db2ff3ac8bbf4e9]
#include <cassert>
#include <cstdio>
#include <cstdlib>

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

__global__ void logarithms(float* values) {
  assert(values[threadIdx.x] > 0);
  values[threadIdx.x] = logf(values[threadIdx.x]);
}

int main() {
  float* values = nullptr;
  check(cudaMallocManaged(&values, 3 * sizeof(float)));
  values[0] = 1;
  values[1] = 0;
  values[2] = 2;
  logarithms<<<1, 3>>>(values);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  check(cudaFree(values));
}
