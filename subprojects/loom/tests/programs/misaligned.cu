// A float4 must lie at a multiple of 16 bytes.
// prints: cudaErrorMisalignedAddress
// prints: cudaErrorMisalignedAddress
#include <cstdio>

__global__ void load(float4* out, const float* in) {
  out[threadIdx.x] = *reinterpret_cast<const float4*>(in + threadIdx.x);  // finds: misaligned
}

__device__ int variable;

// The compiler can tell, and half of it would lie behind the variable.
__global__ void store() {
  *reinterpret_cast<int*>(reinterpret_cast<char*>(&variable) + 2) = 42;  // finds: misaligned
}

int main() {
  float* in;
  float4* out;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float4));
  cudaMemset(in, 0, 64 * sizeof(float));
  load<<<1, 32>>>(out, in);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
  store<<<1, 1>>>();
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
