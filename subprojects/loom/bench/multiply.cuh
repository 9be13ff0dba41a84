// The multiplication that is measured: 256x256 matrices, in tiles of shared memory.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

constexpr int n = 256, tile = 16;

__global__ void multiply(const float* a, const float* b, float* c) {
  __shared__ float x[tile][tile], y[tile][tile];
  const int column = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n / tile; ++t) {
    x[threadIdx.y][threadIdx.x] = a[row * n + t * tile + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(t * tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += x[threadIdx.y][k] * y[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

class Multiplication {
 public:
  static constexpr double accesses = double(n) * n * (n / tile * (2 + 2 + 2 * tile) + 1);

  Multiplication() {
    for (float** const matrix : {&a_, &b_, &c_}) check(cudaMalloc(matrix, sizeof(float) * n * n));
    const std::vector<float> ones(n * n, 1.0f);
    for (float* const matrix : {a_, b_}) check(cudaMemcpy(matrix, ones.data(), sizeof(float) * n * n, cudaMemcpyHostToDevice));
  }
  Multiplication(const Multiplication&) = delete;
  Multiplication& operator=(const Multiplication&) = delete;
  ~Multiplication() {
    for (float* const matrix : {a_, b_, c_}) check(cudaFree(matrix));
  }

  void launch() { multiply<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(a_, b_, c_); }

  void verify() const {
    std::vector<float> product(n * n);
    check(cudaMemcpy(product.data(), c_, sizeof(float) * n * n, cudaMemcpyDeviceToHost));
    if (std::all_of(product.begin(), product.end(), [](float value) { return value == n; })) return;
    std::fprintf(stderr, "the product is wrong\n");
    std::exit(1);
  }

 private:
  float *a_ = nullptr, *b_ = nullptr, *c_ = nullptr;
};
