// Threads that have left the kernel are not waited for at a barrier.
// prints: sum 78
// prints: sum 64, fewer threads each time
#include <cstdio>

__global__ void sum(int* out, int n) {
  __shared__ int tile[32];
  if (static_cast<int>(threadIdx.x) >= n) return;
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    *out = 0;
    for (int i = 0; i < n; ++i) *out += tile[i];
  }
}

__global__ void halve(int* values, unsigned n) {
  for (unsigned left = n / 2; left > 0; left /= 2) {
    if (threadIdx.x >= left) return;
    values[threadIdx.x] += values[threadIdx.x + left];
    __syncthreads();
  }
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  sum<<<1, 32>>>(out, 13);
  cudaDeviceSynchronize();
  std::printf("sum %d\n", *out);

  int* values;
  cudaMallocManaged(&values, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) values[i] = 1;
  halve<<<1, 32>>>(values, 64);
  cudaDeviceSynchronize();
  std::printf("sum %d, fewer threads each time\n", values[0]);
}
