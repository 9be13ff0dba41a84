// Beyond one shared array lies not the next one, but a redzone.
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
#include <cstdio>

template <class T>
__global__ void past_the_end(T* out) {
  __shared__ T left[32];
  __shared__ T right[32];
  left[threadIdx.x] = 1;
  right[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = left[threadIdx.x + 1] + right[threadIdx.x];  // finds: out-of-bounds
}

__shared__ int before[4], after[4];

__global__ void either_side(int* out, int by) {
  before[threadIdx.x] = 1;
  after[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = before[threadIdx.x + by];  // finds: out-of-bounds
}

int main() {
  for (int program = 0; program < 3; ++program) {
    int* out = nullptr;
    cudaMalloc(&out, 32 * sizeof(int));
    if (program == 0) past_the_end<<<1, 32>>>(out);
    if (program == 1) either_side<<<1, 4>>>(out, 1);
    if (program == 2) either_side<<<1, 4>>>(out, -1);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
  }
}
