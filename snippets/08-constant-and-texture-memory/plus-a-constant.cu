// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 0f0023b3319445e278215edd62e8b52608393e26]
#include <cstdio>
#include <cstdlib>
#include <vector>

__constant__ int addend;

__global__ void add(const int* a, const int* b, int* sum, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i] + addend;
}

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

int main() {
  constexpr std::size_t n = 1000, bytes = n * sizeof(int);
  const std::vector<int> a(n, 40), b(n, -5);
  std::vector<int> sum(n);
  int *device_a, *device_b, *device_sum;
  for (int** memory : {&device_a, &device_b, &device_sum}) check(cudaMalloc(memory, bytes));
  check(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

  std::size_t wrong = 0;
  for (const int constant : {2, -7}) {
    check(cudaMemcpyToSymbol(addend, &constant, sizeof constant));
    add<<<(n + 255) / 256, 256>>>(device_a, device_b, device_sum, n);
    check(cudaGetLastError());
    check(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost));
    for (const int one : sum) wrong += one != 35 + constant;
    std::printf("40 - 5 %+d = %d\n", constant, sum[n - 1]);
  }
  for (int* memory : {device_a, device_b, device_sum}) check(cudaFree(memory));
  std::printf("%zu sums are wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
