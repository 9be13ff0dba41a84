// Tangled from chapters/03-first-programs.md. Edit there. [sha1 fef533dc5f3cbab94c767286c482331fa897397d]
#include <cstdio>
#include <cstdlib>

__device__ int sum_of(int a, int b) { return a + b; }

__global__ void add(int a, int b, int* sum) { *sum = sum_of(a, b); }

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

int main() {
  int sum = -1;
  int* sum_on_device = nullptr;
  check(cudaMalloc(&sum_on_device, sizeof(int)));
  add<<<1, 1>>>(2, 7, sum_on_device);
  check(cudaGetLastError());
  std::printf("after the launch: %d\n", sum);
  check(cudaMemcpy(&sum, sum_on_device, sizeof(int), cudaMemcpyDeviceToHost));
  std::printf("after the copy:   %d\n", sum);
  check(cudaFree(sum_on_device));
  return sum == 9 ? 0 : 1;
}
