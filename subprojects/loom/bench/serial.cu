// Kernels without barriers beside the same loops as serial C++: milliseconds of processor time on one core, medians of eleven runs
// that take turns.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "multiply.cuh"

constexpr int length = 1 << 20;

__global__ void multiply_directly(const float* a, const float* b, float* c) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

[[gnu::noinline]] void multiply_serially(const float* a, const float* b, float* c) {
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      c[row * n + column] = sum;
    }
}

__global__ void add_in_strides(float factor, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) y[i] += factor * x[i];
}

__global__ void add_one_each(float factor, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) y[i] += factor * x[i];
}

[[gnu::noinline]] void add_serially(float factor, const float* x, float* y) {
  for (int i = 0; i < length; ++i) y[i] += factor * x[i];
}

__host__ __device__ float bend(float y) { return y > 1 ? 1 / y : y; }

__global__ void bend_one_each(float factor, const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) y[i] = sqrtf(x[i]) * factor + bend(y[i]);
}

[[gnu::noinline]] void bend_serially(float factor, const float* x, float* y) {
  for (int i = 0; i < length; ++i) y[i] = sqrtf(x[i]) * factor + bend(y[i]);
}

template <class Work>
double milliseconds(Work work) {
  const std::clock_t before = std::clock();
  work();
  return static_cast<double>(std::clock() - before) * (1e3 / CLOCKS_PER_SEC);
}

template <class Kernel, class Serial>
void compare(const char* what, Kernel kernel, Serial serial) {
  std::vector<double> kernels, serials;
  for (int i = 0; i < 11; ++i) {
    kernels.push_back(milliseconds([&] {
      kernel();
      check(cudaDeviceSynchronize());
    }));
    serials.push_back(milliseconds(serial));
  }
  std::sort(kernels.begin(), kernels.end());
  std::sort(serials.begin(), serials.end());
  std::printf("%f %f %s\n", kernels[kernels.size() / 2], serials[serials.size() / 2], what);
}

int main() {
  std::vector<float> host[3];
  float* device[3];
  for (int i = 0; i < 3; ++i) {
    host[i].assign(length, 1.0f);
    check(cudaMalloc(&device[i], sizeof(float) * length));
    check(cudaMemcpy(device[i], host[i].data(), sizeof(float) * length, cudaMemcpyHostToDevice));
  }
  compare("256x256x256 multiplication, a thread for each element",
          [&] { multiply_directly<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(device[0], device[1], device[2]); },
          [&] { multiply_serially(host[0].data(), host[1].data(), host[2].data()); });
  compare("y += a * x, 128 elements to a thread", [&] { add_in_strides<<<32, 256>>>(2, device[0], device[1]); },
          [&] { add_serially(2, host[0].data(), host[1].data()); });
  compare("y += a * x, one element to a thread", [&] { add_one_each<<<length / 256, 256>>>(2, device[0], device[1]); },
          [&] { add_serially(2, host[0].data(), host[1].data()); });
  compare("y = sqrt(x) * a + f(y), one element to a thread", [&] { bend_one_each<<<length / 256, 256>>>(2, device[0], device[1]); },
          [&] { bend_serially(2, host[0].data(), host[1].data()); });
  for (float* const memory : device) check(cudaFree(memory));
}
