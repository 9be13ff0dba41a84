// Tangled from chapters/20-building.md. Edit there. [sha1 c26b05685252b8b54ffd70fc3149b9c3f4a1b8d5]
#pragma once

#include <cstddef>

// Sorts v. Once the loops are unrolled, each k is a constant.
template <int N>
__device__ void sort(float (&v)[N]) {
#pragma unroll
  for (int turn = 0; turn < N; ++turn)
#pragma unroll
    for (int k = turn % 2; k + 1 < N; k += 2) {
      const float low = fminf(v[k], v[k + 1]);
      v[k + 1] = fmaxf(v[k], v[k + 1]);
      v[k] = low;
    }
}

// y[i] is the median of the N values x[i] to x[i + N - 1].
template <int N>
__global__ void medians(const float* x, float* y, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    float v[N];
#pragma unroll
    for (int k = 0; k < N; ++k) v[k] = x[i + k];
    sort(v);
    y[i] = v[N / 2];
  }
}

// The same, of n values, at most N.
template <int N>
__global__ void medians_of(const float* x, float* y, std::size_t count, int n) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    float v[N];
    for (int k = 0; k < n; ++k) v[k] = x[i + k];
    for (int turn = 0; turn < n; ++turn)
      for (int k = turn % 2; k + 1 < n; k += 2) {
        const float low = fminf(v[k], v[k + 1]);
        v[k + 1] = fmaxf(v[k], v[k + 1]);
        v[k] = low;
      }
    y[i] = v[n / 2];
  }
}
