// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 16fcef8d4f1800decd0323e06781b446eb4dd057]
#include <cstdio>
#include <cstdlib>
#include <numeric>

__global__ void count_coprime(unsigned n, unsigned* count) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x > n || y > n) return;
  unsigned a = x, b = y;
  while (b != 0) {  // Euclid's algorithm: in the end, a is the greatest common divisor
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  if (a == 1) atomicAdd(count, 1u);
}

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

int main() {
  constexpr unsigned n = 200;
  unsigned count = 0, expected = 0;
  unsigned* on_device = nullptr;
  check(cudaMalloc(&on_device, sizeof count));
  check(cudaMemset(on_device, 0, sizeof count));
  const dim3 block(16, 8), grid((n + 15) / 16, (n + 7) / 8);
  count_coprime<<<grid, block>>>(n, on_device);
  check(cudaGetLastError());
  check(cudaMemcpy(&count, on_device, sizeof count, cudaMemcpyDeviceToHost));
  check(cudaFree(on_device));

  for (unsigned y = 1; y <= n; ++y)
    for (unsigned x = 1; x <= n; ++x) expected += std::gcd(x, y) == 1;
  std::printf("%u of %u pairs are coprime, and the host counts %u\n", count, n * n, expected);
  return count == expected ? 0 : 1;
}
