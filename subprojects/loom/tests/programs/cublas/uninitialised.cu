// A routine's read of unwritten memory is found; what a kernel or a routine wrote before is not.
// prints: 20
#include <cstdio>
#include <cublas_v2.h>

__global__ void count(float* x) { x[threadIdx.x] = float(threadIdx.x); }

int main() {
  float *x, *y, *z;
  cudaMalloc(&x, 5 * sizeof(float));
  cudaMalloc(&y, 5 * sizeof(float));
  cudaMalloc(&z, 5 * sizeof(float));
  count<<<1, 5>>>(x);
  cublasHandle_t handle;
  cublasCreate(&handle);
  float sum = 0;
  const float two = 2;
  cublasScopy(handle, 5, x, 1, y, 1);
  cublasSscal(handle, 5, &two, y, 1);
  cublasSasum(handle, 5, y, 1, &sum);
  std::printf("%g\n", sum);
  cublasSaxpy(handle, 5, &two, z, 1, y, 1);  // finds: uninitialised-read
  cudaDeviceSynchronize();
}
