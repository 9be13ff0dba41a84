// A matrix that was never copied to the device.
// prints: cudaErrorIllegalAddress
// complains: its argument x points to host memory
#include <cstdio>
#include <cublas_v2.h>
#include <vector>

int main() {
  std::vector<float> x(100, 1);
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float two = 2;
  cublasSscal(handle, 100, &two, x.data(), 1);  // finds: out-of-bounds
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
