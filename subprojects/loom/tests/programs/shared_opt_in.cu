// More than 48 KiB of shared memory is for the kernel that asked, and for no other of its name; launched by a pointer, too.
// prints: not asked: cudaErrorInvalidValue
// prints: asked, by its name: cudaSuccess
// prints: asked, by a pointer: cudaSuccess
// prints: another instance: cudaErrorInvalidValue
// prints: another of that name: cudaErrorInvalidValue
// prints: another, by a pointer: cudaErrorInvalidValue
// prints: bounded, by a pointer: cudaErrorInvalidValue
#include <cstdio>

constexpr int much = 64 * 1024;

template <int n>
__global__ void fill(int* at) {
  extern __shared__ int values[];
  values[threadIdx.x] = n;
  *at = values[threadIdx.x];
}

namespace other {
template <int n>
__global__ void fill(int* at) {
  extern __shared__ int values[];
  values[threadIdx.x] = n;
  *at = values[threadIdx.x];
}
}  // namespace other

__global__ void __launch_bounds__(64) bounded(int* at) { *at = 1; }

void show(const char* what) { std::printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError())); }

int main() {
  int* at;
  cudaMalloc(&at, sizeof(int));
  fill<1><<<1, 1, much>>>(at);
  show("not asked");
  cudaFuncSetAttribute(fill<1>, cudaFuncAttributeMaxDynamicSharedMemorySize, much);
  fill<1><<<1, 1, much>>>(at);
  show("asked, by its name");
  void (*pointer)(int*) = fill<1>;
  pointer<<<1, 1, much>>>(at);
  show("asked, by a pointer");
  fill<2><<<1, 1, much>>>(at);
  show("another instance");
  other::fill<1><<<1, 1, much>>>(at);
  show("another of that name");
  pointer = fill<2>;
  pointer<<<1, 1, much>>>(at);
  show("another, by a pointer");
  pointer = bounded;
  pointer<<<1, 65>>>(at);
  show("bounded, by a pointer");
  return cudaFree(at);
}
