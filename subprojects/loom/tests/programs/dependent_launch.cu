// A kernel that is allowed to begin before the one ahead of it in the stream has ended, and waits for it.
// prints: sum 2016
#include <cstdio>

__global__ void fill(int* numbers) {
  cudaTriggerProgrammaticLaunchCompletion();
  numbers[threadIdx.x] = static_cast<int>(threadIdx.x);
}

__global__ void add(const int* numbers, int* sum) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  cudaGridDependencySynchronize();
  atomicAdd(&total, numbers[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *sum = total;
}

int main() {
  int *numbers, *sum;
  cudaMalloc(&numbers, 64 * sizeof *numbers);
  cudaMallocManaged(&sum, sizeof *sum);
  fill<<<1, 64>>>(numbers);
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(1);
  config.blockDim = dim3(64);
  config.attrs = &early;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, add, static_cast<const int*>(numbers), sum);
  cudaDeviceSynchronize();
  std::printf("sum %d\n", *sum);
  cudaFree(numbers);
  cudaFree(sum);
}
