// Tangled from chapters/09-cublas.md. Edit there. [sha1 0f9e9e13863d73534219d3d2959ca5f4038c6cae]
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cublas_v2.h>

void require(bool succeeded, const char* what) {
  if (succeeded) return;
  std::printf("%s failed\n", what);
  std::exit(1);
}

int main() {
  constexpr int n = 1000;
  std::vector<float> x(n), y(n, 1.0f);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);

  float *device_x, *device_y;
  require(cudaMalloc(&device_x, n * sizeof(float)) == cudaSuccess, "cudaMalloc");
  require(cudaMalloc(&device_y, n * sizeof(float)) == cudaSuccess, "cudaMalloc");
  cudaMemcpy(device_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(device_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  cublasHandle_t handle;
  require(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  const float alpha = 2;
  require(cublasSaxpy(handle, n, &alpha, device_x, 1, device_y, 1) == CUBLAS_STATUS_SUCCESS,
          "cublasSaxpy");
  require(cudaMemcpy(y.data(), device_y, n * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess,
          "copying the result");
  cublasDestroy(handle);
  cudaFree(device_x);
  cudaFree(device_y);

  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += y[i] != 2 * x[i] + 1;
  std::printf("2 * %g + 1 = %g; %d of %d elements are wrong\n", x[n - 1], y[n - 1], wrong, n);
  return wrong == 0 ? 0 : 1;
}
