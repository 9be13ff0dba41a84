// Threads that have left the kernel are not waited for at a barrier.
// prints: sum 78
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

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  sum<<<1, 32>>>(out, 13);
  cudaDeviceSynchronize();
  std::printf("sum %d\n", *out);
}
