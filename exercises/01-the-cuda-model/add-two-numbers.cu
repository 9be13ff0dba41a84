// Exercise "Add two numbers": the five steps, for one number.
//
// Write a kernel that adds, and the function that launches it.
#include "01-the-cuda-model/add-two-numbers.hpp"

// your code begins
// your code ends

// Stores a + b, computed by a kernel, in *sum. Returns the error of the first call that fails, or cudaSuccess.
cudaError_t add_on_device(int a, int b, int* sum) {
  cudaError_t error = cudaSuccess;
  // your code begins
  // your code ends
  return error;
}
