// A read before an allocation.
// prints: cudaErrorIllegalAddress
#include <cstdio>

__global__ void shift(float* out, const float* in) {
  out[threadIdx.x] = in[static_cast<int>(threadIdx.x) - 1];  // finds: out-of-bounds
}

int main() {
  float *out, *in;
  cudaMalloc(&in, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 32 * sizeof(float));
  shift<<<1, 32>>>(out, in);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
