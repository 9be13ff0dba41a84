// What inline PTX does to memory is watched like the rest.
#include <cstdio>

__global__ void read_beyond(const int* from) {
  int read;
  asm volatile("ld.global.u32 %0, [%1+16];" : "=r"(read) : "l"(from));  // finds: out-of-bounds
  printf("%d\n", read);
}

__global__ void pass_on(int* to) {
  __shared__ int tile[64];
  const unsigned here = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(here), "r"(threadIdx.x) : "memory");  // finds: race
  to[threadIdx.x] = tile[63 - threadIdx.x];
}

// What has not been committed belongs to no group.
__global__ void wait_for_nothing(const int* from, int* to) {
  __shared__ int tile[64];
  const unsigned here = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(here), "l"(from + threadIdx.x) : "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  to[threadIdx.x] = tile[threadIdx.x];  // finds: race
}

// The last block reads what the others have written. A fence for the system orders that, and one for the block does not.
__device__ unsigned arrived;
__global__ void behind_fence_of_system(int* parts, int* total) {
  parts[blockIdx.x] = 1;
  asm("fence.acq_rel.sys;");
  if (atomicAdd(&arrived, 1) % gridDim.x != gridDim.x - 1) return;
  asm("fence.acquire.sys;");
  *total = parts[0];
}
__global__ void behind_fence_of_block(int* parts, int* total) {
  parts[blockIdx.x] = 1;
  asm("fence.sc.cta;");
  if (atomicAdd(&arrived, 1) % gridDim.x != gridDim.x - 1) return;
  *total = parts[0];  // finds: race
}

int main() {
  int* memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  pass_on<<<1, 64>>>(memory);
  wait_for_nothing<<<1, 64>>>(memory, memory);
  behind_fence_of_system<<<8, 1>>>(memory, memory + 8);
  behind_fence_of_block<<<8, 1>>>(memory, memory + 8);
  int* small;
  cudaMalloc(&small, 4 * sizeof(int));
  read_beyond<<<1, 1>>>(small);
  cudaDeviceSynchronize();
}
