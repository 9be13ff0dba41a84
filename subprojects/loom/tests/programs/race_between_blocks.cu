// Blocks that meet at one place of global memory: the sum that all read and write, the element that two of them write, the
// neighbour's element that may or may not have been written, the atomic that is one among the threads of its own block only.
// Two blocks that write the same value are not a fault.
// prints: done
#include <cstdio>

__global__ void add(int* sum) {
  if (threadIdx.x == 0) *sum += 1;  // finds: race
}

__global__ void overlap(int* data) {
  data[blockIdx.x * (blockDim.x - 1) + threadIdx.x] = blockIdx.x;  // finds: race
}

__global__ void shift(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = i + 1 < n ? data[i + 1] : 0;  // finds: race
  __syncthreads();
  data[i] = next;  // finds: race
}

__global__ void bytes(char* data) {
  data[blockIdx.x + threadIdx.x] = blockIdx.x;  // finds: race
}

__global__ void count(int* counter) {
  atomicAdd_block(counter, 1);  // finds: race
}

__global__ void reset(int* counter) {
  if (threadIdx.x == 0) *counter = 0;  // finds: race
  atomicAdd(counter, 1);  // finds: race
}

__global__ void found(int* flag, char* own) {
  *flag = 1;
  own[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMemset(data, 0, 256 * sizeof(int));
  add<<<4, 64>>>(data);
  overlap<<<4, 64>>>(data);
  shift<<<4, 64>>>(data, 256);
  bytes<<<4, 2>>>(reinterpret_cast<char*>(data));
  count<<<4, 1>>>(data);
  reset<<<4, 64>>>(data);
  found<<<5, 7>>>(data, reinterpret_cast<char*>(data + 1));
  cudaDeviceSynchronize();
  std::puts("done");
  cudaFree(data);
}
