// Tangled from chapters/06-matrices.md. Edit there. [sha1 de8f8dce21e1b2b36102871efbb0d751c5086f6a]
#include <cstdio>
#include <cstdlib>
#include <vector>

// c = a b: a has m rows of k elements, b has k rows of n, and c has m rows of n.
__global__ void multiply(const float* a, const float* b, float* c,
                         unsigned m, unsigned k, unsigned n) {
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (unsigned l = 0; l < k; ++l) sum += a[row * k + l] * b[l * n + column];
  c[row * n + column] = sum;
}

void check(cudaError_t result) {
  if (result == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(result));
  std::exit(1);
}

int main() {
  constexpr unsigned m = 37, k = 53, n = 29;
  std::vector<float> a(m * k), b(k * n), c(m * n);
  for (unsigned i = 0; i < m * k; ++i) a[i] = static_cast<float>(i % 7);
  for (unsigned i = 0; i < k * n; ++i) b[i] = static_cast<float>(i % 5);

  float *device_a, *device_b, *device_c;
  check(cudaMalloc(&device_a, a.size() * sizeof(float)));
  check(cudaMalloc(&device_b, b.size() * sizeof(float)));
  check(cudaMalloc(&device_c, c.size() * sizeof(float)));
  check(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));

  const dim3 threads(32, 8), blocks((n + 31) / 32, (m + 7) / 8);
  multiply<<<blocks, threads>>>(device_a, device_b, device_c, m, k, n);
  check(cudaGetLastError());
  check(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (float* memory : {device_a, device_b, device_c}) check(cudaFree(memory));

  unsigned wrong = 0;
  for (unsigned row = 0; row < m; ++row)
    for (unsigned column = 0; column < n; ++column) {
      float expected = 0;
      for (unsigned l = 0; l < k; ++l) expected += a[row * k + l] * b[l * n + column];
      wrong += c[row * n + column] != expected;
    }
  std::printf("c[1][1] = %g; %u of %u elements are wrong\n", c[n + 1], wrong, m * n);
  return wrong == 0 ? 0 : 1;
}
