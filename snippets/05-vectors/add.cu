// Tangled from chapters/05-vectors.md. Edit there. [sha1 bc97b10f0c026651d3d6c665c9edfa4861f5b222]
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void add(const float* a, const float* b, float* sum, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

int main() {
  constexpr std::size_t n = 100'000, bytes = n * sizeof(float);
  std::vector<float> a(n), b(n, 0.1f), sum(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = static_cast<float>(i);

  float *device_a, *device_b, *device_sum;
  check(cudaMalloc(&device_a, bytes));
  check(cudaMalloc(&device_b, bytes));
  check(cudaMalloc(&device_sum, bytes));
  check(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

  constexpr unsigned threads = 256, blocks = (n + threads - 1) / threads;
  add<<<blocks, threads>>>(device_a, device_b, device_sum, n);
  check(cudaGetLastError());
  check(cudaMemcpy(sum.data(), device_sum, bytes, cudaMemcpyDeviceToHost));
  for (float* memory : {device_a, device_b, device_sum}) check(cudaFree(memory));

  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) wrong += sum[i] != a[i] + b[i];
  std::printf("%g + %g = %.9g; %zu of %zu sums are wrong\n", a[3], b[3], sum[3], wrong, n);
  return wrong == 0 ? 0 : 1;
}
