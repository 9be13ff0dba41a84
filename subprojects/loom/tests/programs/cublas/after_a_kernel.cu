// A routine reads what a kernel has written, watched or not, and a kernel what a routine has.
// prints: 10 20
#include <cstdio>
#include <cublas_v2.h>

__global__ void count(float* x) { x[threadIdx.x] = float(threadIdx.x); }
__global__ void add(float* x, const float* sum) { x[threadIdx.x] += *sum; }

int main() {
  float *x, *sum;
  cudaMalloc(&x, 5 * sizeof(float));
  cudaMalloc(&sum, sizeof(float));
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  count<<<1, 5>>>(x);
  cublasSasum(handle, 5, x, 1, sum);
  add<<<1, 5>>>(x, sum);
  float first, total;
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  const float two = 2;
  cublasSscal(handle, 1, &two, x, 1);
  cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", total, first);
  cublasDestroy(handle);
}
