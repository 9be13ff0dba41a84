// Shared variables of classes whose constructors do nothing.
// prints: 31 32
#include <cstdio>

struct Counter {
  Counter() = default;
  __device__ explicit Counter(int start) : value(start) {}
  int value;
};
struct Slot {
  __device__ Slot() {}
  int value;
};

__shared__ Slot slots[32];

__global__ void count(int* result) {
  __shared__ Counter counters[32];
  counters[threadIdx.x] = Counter(threadIdx.x);
  slots[threadIdx.x].value = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    result[0] = counters[31].value;
    result[1] = 0;
    for (const Slot& slot : slots) result[1] += slot.value;
  }
}

int main() {
  int* result;
  int copy[2] = {};
  cudaMalloc(&result, sizeof copy);
  count<<<1, 32>>>(result);
  cudaMemcpy(copy, result, sizeof copy, cudaMemcpyDeviceToHost);
  cudaFree(result);
  std::printf("%d %d\n", copy[0], copy[1]);
}
