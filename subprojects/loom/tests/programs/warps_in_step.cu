// Warps without __syncwarp() that rely on being in step, as was right before Volta: they get what they do on a GPU, and are told.
// prints: sum 2016, scan 0 1 3 496, in global memory 4032
#include <cstdio>

__global__ void sum(const int* in, int* out) {
  __shared__ int cells[96];
  cells[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 32) cells[threadIdx.x + 64] = 0;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  volatile int* mine = cells + threadIdx.x;
  for (unsigned far = 32; far > 0; far /= 2) mine[0] = mine[0] + mine[far];   // finds: race
  if (threadIdx.x == 0) *out = mine[0];
}

__global__ void scan(const int* in, int* out) {
  __shared__ volatile int cells[32];
  const unsigned lane = threadIdx.x;
  int mine = cells[lane] = in[lane];                                            // finds: race
  for (unsigned far = 1; far < 32; far *= 2)
    if (lane >= far) cells[lane] = mine = mine + cells[lane - far];             // finds: race
  out[lane] = mine;
}

__global__ void sum_in_place(volatile int* cells) {
  for (unsigned half = 16; half > 0; half /= 2)
    if (threadIdx.x < half) cells[threadIdx.x] += cells[threadIdx.x + half];    // finds: race
}

int main() {
  int *numbers, *sums, *twice;
  cudaMallocManaged(&numbers, 64 * sizeof(int));
  cudaMallocManaged(&sums, 33 * sizeof(int));
  cudaMallocManaged(&twice, 32 * sizeof(int));
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  for (int i = 0; i < 32; ++i) twice[i] = 2 * (i + i + 32);
  sum<<<1, 64>>>(numbers, sums + 32);
  scan<<<1, 32>>>(numbers, sums);
  sum_in_place<<<1, 32>>>(twice);
  cudaDeviceSynchronize();
  std::printf("sum %d, scan %d %d %d %d, in global memory %d\n", sums[32], sums[0], sums[1], sums[2], sums[31], twice[0]);
  cudaFree(numbers);
  cudaFree(sums);
  cudaFree(twice);
}
