// The block that comes last adds up what the others left: a fence before the counter, so that it sees all of it.
// prints: 130816
#include <cstdio>

__device__ unsigned arrived;

__global__ void sum(const int* in, int* partial, int* out) {
  __shared__ bool last;
  int mine = 0;
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < blockDim.x; ++i) mine += in[blockIdx.x * blockDim.x + i];
    partial[blockIdx.x] = mine;
    __threadfence();
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 31) {
    int total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) total += partial[i];
    *out = total;
  }
}

int main() {
  int *in, *partial, *out, numbers[512], total;
  for (int i = 0; i < 512; ++i) numbers[i] = i;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&partial, 16 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  for (int i = 0; i < 2; ++i) sum<<<16, 32>>>(in, partial, out);
  cudaMemcpy(&total, out, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("%d\n", total);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
}
