// Tangled from chapters/09-cublas.md. Edit there. [sha1 96809ee33ef44b0f9df5eef6475ea77ea3499733]
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cublas_v2.h>

void require(bool succeeded) {
  if (!succeeded) std::exit(1);
}

int main() {
  constexpr int n = 1000, bytes = n * sizeof(float);
  std::vector<float> x(n), y(n, 1.0f);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  float *device_x, *device_y;
  require(cudaMalloc(&device_x, bytes) == cudaSuccess);
  require(cudaMalloc(&device_y, bytes) == cudaSuccess);
  require(cudaMemcpy(device_x, x.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
  require(cudaMemcpy(device_y, y.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);

  cublasHandle_t handle;
  require(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  const float alpha = 2;
  require(cublasSaxpy(handle, n, &alpha, device_x, 1, device_y, 1) == CUBLAS_STATUS_SUCCESS);
  require(cudaMemcpy(y.data(), device_y, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  require(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  require(cudaFree(device_x) == cudaSuccess && cudaFree(device_y) == cudaSuccess);

  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += y[i] != 2 * x[i] + 1;
  std::printf("2 * %g + 1 = %g; %d of %d elements are wrong\n", x[n - 1], y[n - 1], wrong, n);
  return wrong == 0 ? 0 : 1;
}
