// What loom's device costs: processor time for an access, a barrier, an atomic, a launch. Medians of seven runs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <cuda_runtime.h>

constexpr int n = 256, tile = 16;

__global__ void multiply(const float* a, const float* b, float* c) {
  __shared__ float x[tile][tile], y[tile][tile];
  const int column = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n / tile; ++t) {
    x[threadIdx.y][threadIdx.x] = a[row * n + t * tile + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(t * tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += x[threadIdx.y][k] * y[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void meet(int times) {
  for (int i = 0; i < times; ++i) __syncthreads();
}

__global__ void count(int times, int* counter) {
  for (int i = 0; i < times; ++i) atomicAdd(counter, 1);
}

__global__ void nothing() {}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

// Nanoseconds of processor time, of all OS threads together, for one of `units`.
template <class Launch>
double cost(double units, Launch launch) {
  std::vector<double> runs;
  for (int i = 0; i < 7; ++i) {
    const std::clock_t before = std::clock();
    launch();
    check(cudaDeviceSynchronize());
    runs.push_back(static_cast<double>(std::clock() - before) * (1e9 / CLOCKS_PER_SEC));
  }
  std::sort(runs.begin(), runs.end());
  return runs[runs.size() / 2] / units;
}

int main() {
  float *a, *b, *c;
  check(cudaMalloc(&a, sizeof(float) * n * n));
  check(cudaMalloc(&b, sizeof(float) * n * n));
  check(cudaMalloc(&c, sizeof(float) * n * n));
  std::vector<float> ones(n * n, 1.0f);
  check(cudaMemcpy(a, ones.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice));
  check(cudaMemcpy(b, ones.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice));
  int* counter;
  check(cudaMalloc(&counter, sizeof *counter));
  check(cudaMemset(counter, 0, sizeof *counter));

  const double threads = double(n) * n;
  const double accesses = threads * (n / tile * (2 + 2 + 2 * tile) + 1);
  const double multiplication = cost(1, [&] { multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a, b, c); });
  const double barrier = cost(4 * 256 * 1000.0, [&] { meet<<<4, 256>>>(1000); });
  const double atomic = cost(4 * 256 * 100.0, [&] { count<<<4, 256>>>(100, counter); });
  const double launch = cost(1000, [&] { for (int i = 0; i < 1000; ++i) nothing<<<1, 32>>>(); });

  check(cudaMemcpy(ones.data(), c, sizeof(float) * n * n, cudaMemcpyDeviceToHost));
  if (std::any_of(ones.begin(), ones.end(), [](float value) { return value != n; })) {
    std::fprintf(stderr, "the product is wrong\n");
    return 1;
  }
  for (void* const memory : {static_cast<void*>(a), static_cast<void*>(b), static_cast<void*>(c), static_cast<void*>(counter)})
    check(cudaFree(memory));
  std::printf("%.1f ms a multiplication of 256x256 matrices in tiles\n", multiplication / 1e6);
  std::printf("%.1f ns an access in it\n", multiplication / accesses);
  std::printf("%.1f ns a barrier for each thread\n", barrier);
  std::printf("%.1f ns an atomicAdd\n", atomic);
  std::printf("%.1f us a launch of 32 threads that do nothing\n", launch / 1000);
}
