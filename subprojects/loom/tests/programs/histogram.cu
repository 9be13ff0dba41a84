// Atomics on shared and global memory: a correct program in which loom finds nothing.
// prints: total 10007, bin 3 has 626
#include <cstdio>

__global__ void count(const unsigned char* in, int n, unsigned* bins) {
  __shared__ unsigned mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i] % 16], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main() {
  const int n = 10007;
  unsigned char* in;
  unsigned* bins;
  cudaMallocManaged(&in, n);
  cudaMallocManaged(&bins, 16 * sizeof(unsigned));
  for (int i = 0; i < n; ++i) in[i] = static_cast<unsigned char>(i % 16);
  for (int i = 0; i < 16; ++i) bins[i] = 0;
  count<<<7, 96>>>(in, n, bins);
  cudaDeviceSynchronize();
  unsigned total = 0;
  for (int i = 0; i < 16; ++i) total += bins[i];
  std::printf("total %u, bin 3 has %u\n", total, bins[3]);
}
