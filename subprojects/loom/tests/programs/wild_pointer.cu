// Pointers to nowhere: a number made a pointer, one that was never set, one far beyond its memory, one to a function that is none.
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
// complains: an access through a pointer that does not point to any allocation
// complains: at wild_pointer.cu:28, calls a function through an invalid pointer
#include <cstdint>
#include <cstdio>

__device__ int* never_set;

__global__ void write(std::uintptr_t address) {
  *reinterpret_cast<int*>(address) = 1;  // finds: out-of-bounds
}

__global__ void follow() {
  *never_set = 1;  // finds: out-of-bounds
}

__global__ void jump(int* data) {
  data[std::ptrdiff_t{1} << 40] = 1;  // finds: out-of-bounds
}

__device__ void (*no_function)(int);

__global__ void call() {
  no_function(1);
}

void show() {
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
}

int main() {
  write<<<1, 1>>>(std::uintptr_t{0x87654320});
  show();
  follow<<<1, 1>>>();
  show();
  int* data;
  cudaMalloc(&data, sizeof(int));
  jump<<<1, 1>>>(data);
  show();
  call<<<1, 1>>>();
  show();
}
