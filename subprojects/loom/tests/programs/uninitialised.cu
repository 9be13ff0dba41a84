// Reads of memory that has not been written, global, shared, managed and pinned. The kernel goes on.
// prints: cudaSuccess
// prints: cudaSuccess
// prints: 3 1
#include <cstdio>

__global__ void add_one(int* data) {
  data[threadIdx.x] += 1;  // finds: uninitialised-read
}

__global__ void sum(int* out) {
  __shared__ int tile[32];
  if (threadIdx.x % 2 == 0) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // finds: uninitialised-read
}

__global__ void count(int* counter) {
  atomicAdd(counter, 1);  // finds: uninitialised-read
}

__global__ void add(const int* numbers, int* sum) {
  atomicAdd(sum, numbers[threadIdx.x]);
}

__global__ void copy(const float4* from, float4* to) {
  to[threadIdx.x] = from[threadIdx.x];  // finds: uninitialised-read
}

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  add_one<<<1, 32>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  sum<<<1, 32>>>(data);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));

  int* counters;
  float4 *pinned, *memory;
  cudaMallocManaged(&counters, 3 * sizeof(int));
  cudaMallocHost(&pinned, 2 * sizeof(float4));
  cudaMalloc(&memory, 2 * sizeof(float4));
  count<<<1, 32>>>(counters);
  cudaDeviceSynchronize();
  counters[0] = 1;
  counters[1] = 2;
  counters[2] = 0;
  add<<<1, 2>>>(counters, counters + 2);
  pinned[0].x = 1;      // the rest is padding to a thread that copies it
  copy<<<1, 2>>>(pinned, memory);
  cudaDeviceSynchronize();
  std::printf("%d %g\n", counters[2], pinned[0].x);
}
