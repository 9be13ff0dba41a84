// Exercise "Small linear systems in registers": small systems of equations, a kernel for each type and size, and their dispatcher.
#include <cmath>
#include <cstddef>

#include "20-building/systems-in-registers.hpp"

// Solves `count` systems of N equations each. Element (row, column) of the matrix of system s is a[(row * N + column) * count + s],
// element `row` of its right-hand side is b[row * count + s], and of its solution x[row * count + s]. x may be b. In each column the
// pivot is the number of largest magnitude, among the rows that have not been the pivot row yet. If it is 0, all of the system's
// solution is NaN.
template <class T, int N>
__global__ void solve(const T* a, const T* b, T* x, std::size_t count) {
  // your code begins
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t s = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; s < count; s += stride) {
    T row[N][N + 1];  // the last column is the right-hand side
#pragma unroll
    for (int i = 0; i < N; ++i) {
#pragma unroll
      for (int j = 0; j < N; ++j) row[i][j] = a[(i * N + j) * count + s];
      row[i][N] = b[i * count + s];
    }
#pragma unroll
    for (int k = 0; k < N; ++k) {
#pragma unroll
      for (int i = k + 1; i < N; ++i) {
        const bool larger = std::abs(row[i][k]) > std::abs(row[k][k]);
#pragma unroll
        for (int j = k; j <= N; ++j) {
          const T upper = row[k][j], lower = row[i][j];
          row[k][j] = larger ? lower : upper;
          row[i][j] = larger ? upper : lower;
        }
      }
      const T reciprocal = row[k][k] == 0 ? static_cast<T>(NAN) : 1 / row[k][k];
#pragma unroll
      for (int j = k + 1; j <= N; ++j) {
        row[k][j] *= reciprocal;
#pragma unroll
        for (int i = 0; i < N; ++i)
          if (i != k) row[i][j] -= row[i][k] * row[k][j];
      }
    }
#pragma unroll
    for (int i = 0; i < N; ++i) x[i * count + s] = row[i][N];
  }
  // your code ends
}

// your code begins
template <class T, int N = 1>
bool launched(int n, const void* a, const void* b, void* x, std::size_t count) {
  if constexpr (N > largest) {
    return false;
  } else {
    if (n != N) return launched<T, N + 1>(n, a, b, x, count);
    solve<T, N><<<264, 128>>>(static_cast<const T*>(a), static_cast<const T*>(b), static_cast<T*>(x), count);
    return cudaGetLastError() == cudaSuccess;
  }
}
// your code ends

// Solves systems of n equations, whose numbers have this type and are in device memory. True if the kernel was launched; false, and
// nothing launched, for a type or an n for which there is no instance, which is any n except 1 to `largest`.
bool solved(Type type, int n, const void* a, const void* b, void* x, std::size_t count) {
  bool found = false;
  // your code begins
  if (type == Type::f32) found = launched<float>(n, a, b, x, count);
  if (type == Type::f64) found = launched<double>(n, a, b, x, count);
  // your code ends
  return found;
}
