// Memory from the device heap that is read beyond its end, and freed twice.
// prints: cudaErrorIllegalAddress
// prints: cudaErrorLaunchFailure
// complains: frees memory that malloc or new has not allocated in device code, or that has been freed already
// exits: 1
#include <cstdio>
#include <cstdlib>

__global__ void beyond(int* result) {
  int* const numbers = static_cast<int*>(malloc(10 * sizeof(int)));
  numbers[9] = 1;
  *result = numbers[10];                 // finds: out-of-bounds
}

__device__ void* kept;

__global__ void take() { kept = malloc(16); }

__global__ void give_back() { free(kept); }

int main() {
  int* result;
  cudaMalloc(&result, sizeof *result);
  beyond<<<1, 1>>>(result);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
  take<<<1, 1>>>();
  give_back<<<1, 1>>>();
  give_back<<<1, 1>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
