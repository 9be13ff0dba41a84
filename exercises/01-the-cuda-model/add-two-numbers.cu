// Chapter 1, exercise "Add two numbers": the five steps, for one number.
//
// Write a kernel that adds, and the function that launches it.

// your code begins
// your code ends

// Puts a + b where `sum` points, computed by a kernel. Returns the error of the first call that fails, or cudaSuccess.
cudaError_t add_on_device(int a, int b, int* sum) {
  cudaError_t error = cudaSuccess;
  // your code begins
  // your code ends
  return error;
}
