// Structs that functions take and return by value are read and written by the line that names their memory.
// prints: cudaSuccess 6
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
// prints: cudaSuccess
#include <cstdio>

struct Sum {
  int first, second, third;
};
struct Five {
  int values[5];
};

__device__ __noinline__ Sum sums_to(int i) { return {i, i + 1, i + 2}; }
__device__ __noinline__ int total(Sum sum) { return sum.first + sum.second + sum.third; }
__device__ __noinline__ Five five(int i) { return {{i, i, i, i, i}}; }
__device__ __noinline__ int last(Five five) { return five.values[4]; }

__global__ void store(Sum* sums) {
  sums[threadIdx.x] = sums_to(threadIdx.x);  // finds: out-of-bounds
}

__global__ void add(const Sum* sums, int* totals) { totals[threadIdx.x] = total(sums[threadIdx.x]); }

__global__ void take_beyond(const Sum* sums, int* totals) {
  totals[threadIdx.x] = total(sums[threadIdx.x + 1]);  // finds: out-of-bounds
}

__global__ void turn(int* result) {
  __shared__ Five tile[32];
  tile[threadIdx.x] = five(threadIdx.x);  // finds: race
  result[threadIdx.x] = last(tile[31 - threadIdx.x]);  // finds: race
}

int main() {
  Sum* sums;
  int* totals;
  cudaMalloc(&sums, 31 * sizeof(Sum));
  cudaMalloc(&totals, 32 * sizeof(int));
  store<<<1, 31>>>(sums);
  add<<<1, 31>>>(sums, totals);
  int second;
  const cudaError_t copied = cudaMemcpy(&second, totals + 1, sizeof second, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorName(copied), second);

  take_beyond<<<1, 31>>>(sums, totals);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();

  cudaMalloc(&sums, 31 * sizeof(Sum));
  store<<<1, 32>>>(sums);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();

  cudaMalloc(&totals, 32 * sizeof(int));
  turn<<<1, 32>>>(totals);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(totals);
}
