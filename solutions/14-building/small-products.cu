// Chapter 14, exercise "Small products": many products of small matrices, as a template over type and size.
#include <cstddef>

// c = a b, `count` times, of N × N matrices. Element (row, column) of matrix i stands at (row * N + column) * count + i, in each of
// the three. c may be a or b.
template <class T, int N>
__global__ void small_products(const T* a, const T* b, T* c, std::size_t count) {
  // your code begins
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    T left[N * N], right[N * N];
#pragma unroll
    for (int k = 0; k < N * N; ++k) {
      left[k] = a[k * count + i];
      right[k] = b[k * count + i];
    }
#pragma unroll
    for (int row = 0; row < N; ++row)
#pragma unroll
      for (int column = 0; column < N; ++column) {
        T sum = 0;
#pragma unroll
        for (int k = 0; k < N; ++k) sum += left[row * N + k] * right[k * N + column];
        c[(row * N + column) * count + i] = sum;
      }
  }
  // your code ends
}
