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

int main() {
  int* memory;
  cudaMalloc(&memory, 64 * sizeof(int));
  pass_on<<<1, 64>>>(memory);
  int* small;
  cudaMalloc(&small, 4 * sizeof(int));
  read_beyond<<<1, 1>>>(small);
  cudaDeviceSynchronize();
}
