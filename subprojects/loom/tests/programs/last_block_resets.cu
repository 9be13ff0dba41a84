// The block that comes last resets the counter by which it knew itself to be the last, with a plain write: it has seen the
// outcome of all the others' atomics there, so nothing is left to race with.
// prints: 496 496
#include <cstdio>

__device__ unsigned arrived;
__device__ unsigned long long arrived_too;

__global__ void sum(const int* in, int* partial, int* out) {
  partial[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicAdd(&arrived, 1u) != gridDim.x - 1) return;
  __threadfence();
  *out = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) *out += partial[i];
  arrived = 0;
}

__global__ void sum_too(const int* in, int* partial, int* out) {
  partial[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicAdd(&arrived_too, 1ull) != gridDim.x - 1) return;
  __threadfence();
  *out = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) *out += partial[i];
  arrived_too = 0;
}

int main() {
  int *in, *partial, *out, numbers[32], totals[2];
  for (int i = 0; i < 32; ++i) numbers[i] = i;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&partial, sizeof numbers);
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  for (int i = 0; i < 2; ++i) sum<<<32, 1>>>(in, partial, out);
  for (int i = 0; i < 2; ++i) sum_too<<<32, 1>>>(in, partial, out + 1);
  cudaMemcpy(totals, out, sizeof totals, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", totals[0], totals[1]);
  cudaFree(in);
  cudaFree(partial);
  cudaFree(out);
}
