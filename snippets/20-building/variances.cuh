// Tangled from chapters/20-building.md. Edit there. [sha1 1ba55cf33176105861d10006626c70a59dcc81cc]
#pragma once

#include <cstddef>

// The variance of the N values x[i] to x[i + N - 1].
template <int N>
__device__ float variance(const float* x, std::size_t i) {
  float v[N], mean = 0, sum = 0;
#pragma unroll
  for (int k = 0; k < N; ++k) v[k] = x[i + k];
#pragma unroll
  for (int k = 0; k < N; ++k) mean += v[k] / N;
#pragma unroll
  for (int k = 0; k < N; ++k) sum += (v[k] - mean) * (v[k] - mean);
  return sum / N;
}

template <int N>
__global__ void variances(const float* x, float* y) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  y[i] = variance<N>(x, i);
}

template <int N, int Threads>
__global__ void __launch_bounds__(Threads) bounded_variances(const float* x, float* y) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  y[i] = variance<N>(x, i);
}
