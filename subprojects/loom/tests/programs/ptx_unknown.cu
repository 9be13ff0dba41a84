// PTX that loom cannot run ends the kernel that comes to it, and no other.
// prints: no error
// prints: an illegal instruction was encountered
// complains: kernel leave: thread (2,0,0) of block (0,0,0), at ptx_unknown.cu:18, comes to `tcgen05.dealloc 1`, PTX of a kind that loom cannot run.
#include <cstdio>

template <class T>
__device__ void never_called() {
  asm volatile("tcgen05.dealloc 0;");
}

// The compiler would warn of it.
#pragma GCC diagnostic ignored "-Wattribute-warning"

template <class T>
__global__ void leave(T from) {
  if (threadIdx.x >= from)
    asm volatile("tcgen05.dealloc 1;");
}

int main() {
  leave<<<1, 4>>>(5u);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  leave<<<1, 4>>>(2u);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
