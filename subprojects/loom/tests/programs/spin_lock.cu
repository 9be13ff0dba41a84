// Data guarded by a lock, in global memory among blocks and in shared memory among the threads of one; taken and released
// with a fence between the data and the release.
// prints: 2048 2048
#include <cstdio>

__device__ int lock_of_all;

__global__ void count(int* counter) {
  for (bool done = false; !done;) {
    if (atomicCAS(&lock_of_all, 0, 1) != 0) continue;
    __threadfence();
    *counter += 1;
    __threadfence();
    atomicExch(&lock_of_all, 0);
    done = true;
  }
}

__global__ void count_in_block(int* counters) {
  __shared__ int lock, counter;
  if (threadIdx.x == 0) lock = counter = 0;
  __syncthreads();
  for (bool done = false; !done;) {
    if (atomicCAS(&lock, 0, 1) != 0) continue;
    counter += 1;
    __threadfence_block();
    atomicExch(&lock, 0);
    done = true;
  }
  __syncthreads();
  if (threadIdx.x == 0) counters[blockIdx.x] = counter;
}

int main() {
  int *counters, values[17] = {};
  cudaMalloc(&counters, sizeof values);
  cudaMemcpy(counters, values, sizeof values, cudaMemcpyHostToDevice);
  count<<<16, 128>>>(counters);
  count_in_block<<<16, 128>>>(counters + 1);
  cudaMemcpy(values, counters, sizeof values, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int i = 1; i < 17; ++i) sum += values[i];
  std::printf("%d %d\n", values[0], sum);
  cudaFree(counters);
}
