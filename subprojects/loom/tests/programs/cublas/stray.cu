// An operand that reaches beyond its memory is found before the routine touches it, and named.
// prints: cudaErrorIllegalAddress
// prints: CUBLAS_STATUS_EXECUTION_FAILED
// complains: cublasSgemm reads B
// complains: its argument B reaches 20 bytes past the end of the 80 bytes from cudaMalloc
#include <cstdio>
#include <cublas_v2.h>

int main() {
  float *a, *b, *c;
  cudaMalloc(&a, 3 * 5 * sizeof(float));
  cudaMalloc(&b, 5 * 4 * sizeof(float));
  cudaMalloc(&c, 3 * 5 * sizeof(float));
  cudaMemset(a, 0, 3 * 5 * sizeof(float));
  cudaMemset(b, 0, 5 * 4 * sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 5, 5, &one, a, 3, b, 5, &zero, c, 3);  // finds: out-of-bounds
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  std::printf("%s\n", cublasGetStatusName(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 4, 5, &one, a, 3, b, 5, &zero, c, 3)));
}
