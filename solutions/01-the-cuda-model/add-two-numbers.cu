// Exercise "Add two numbers": the five steps, for one number.
//
// Write a kernel that adds, and the function that launches it.
#include "01-the-cuda-model/add-two-numbers.hpp"

// your code begins
__global__ void add(int a, int b, int* sum) { *sum = a + b; }
// your code ends

// Stores a + b, computed by a kernel, in *sum. Returns the error of the first call that fails, or cudaSuccess.
cudaError_t add_on_device(int a, int b, int* sum) {
  cudaError_t error = cudaSuccess;
  // your code begins
  int* on_device = nullptr;
  error = cudaMalloc(&on_device, sizeof(int));
  if (error != cudaSuccess) return error;
  add<<<1, 1>>>(a, b, on_device);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaMemcpy(sum, on_device, sizeof(int), cudaMemcpyDeviceToHost);
  const cudaError_t freed = cudaFree(on_device);
  if (error == cudaSuccess) error = freed;
  // your code ends
  return error;
}
