// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 90b529c746738df386230a510af6779d96fc5c91]
#include <cstdio>

constexpr unsigned n = 1 << 20;
constexpr unsigned threads = 256;

__global__ void forwards(const float* x, float* sum) {
  float s = 0;
  for (unsigned i = 0; i < n; ++i) s += x[i];
  *sum = s;
}

__global__ void backwards(const float* x, float* sum) {
  float s = 0;
  for (unsigned i = n; i-- > 0;) s += x[i];
  *sum = s;
}

__global__ void by_a_block(const float* x, float* sum) {
  __shared__ float own[threads];
  float s = 0;
  for (unsigned i = threadIdx.x; i < n; i += threads) s += x[i];
  own[threadIdx.x] = s;
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) own[threadIdx.x] += own[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *sum = own[0];
}

int main() {
  float *x, *sums;
  if (cudaMallocManaged(&x, n * sizeof(float)) != cudaSuccess) return 1;
  if (cudaMallocManaged(&sums, 3 * sizeof(float)) != cudaSuccess) return 1;
  for (unsigned i = 0; i < n; ++i) x[i] = 1.0f / static_cast<float>(i + 1);
  forwards<<<1, 1>>>(x, sums);
  backwards<<<1, 1>>>(x, sums + 1);
  by_a_block<<<1, threads>>>(x, sums + 2);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  std::printf("forwards   %.7f\nbackwards  %.7f\nby a block %.7f\n", sums[0], sums[1], sums[2]);
  const bool all_differ = sums[0] != sums[1] && sums[1] != sums[2] && sums[0] != sums[2];
  cudaFree(x);
  cudaFree(sums);
  return all_differ ? 0 : 1;
}
