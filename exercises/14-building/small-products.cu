// Chapter 14, exercise "Small products": many products of small matrices, as a template over type and size.
#include <cstddef>

// c = a b, `count` times, of N × N matrices. Element (row, column) of matrix i stands at (row * N + column) * count + i, in each of
// the three. c may be a or b.
template <class T, int N>
__global__ void small_products(const T* a, const T* b, T* c, std::size_t count) {
  // your code begins
  // your code ends
}
