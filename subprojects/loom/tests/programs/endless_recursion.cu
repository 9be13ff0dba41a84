// A thread's stack has an end.
// prints: a failed launch
#include <cstdio>

__device__ int descend(int* data, int n) {
  int here[16];
  for (int& value : here) value = n;
  return n < 0 ? here[3] : descend(data, n + 1) + here[n % 16] + *data;
}

__global__ void endless(int* data) { *data = descend(data, 1); }

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  endless<<<1, 2>>>(data);
  const cudaError_t error = cudaDeviceSynchronize();
  std::puts(error == cudaErrorLaunchFailure || error == cudaErrorIllegalAddress ? "a failed launch" : cudaGetErrorName(error));
}
