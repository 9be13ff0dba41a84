// Exercise "Euclidean norm of a vector": a root of a sum of squares, none of which may overflow or vanish.
#include <cmath>
#include <vector>

#include "07-shared-memory/norm.hpp"
#include "common/buffer.cuh"

constexpr unsigned block_size = 256;

// The square root of the sum of the squares of all elements, for float and double. It is right whenever the result itself is a
// number of type T; no intermediate result may overflow, or be lost because it is too small. 0 of nothing; NaN if any
// element is NaN, otherwise infinity if any is infinite.
template <class T>
T norm(weft::View<const T> x);

// your code begins
// The larger of two magnitudes, or NaN if one is NaN.
struct Larger {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a > b || a != a ? a : b;
  }
};
struct Sum {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a + b;
  }
};

// Combines each(x[0]), each(x[1]), … with `join`, beginning with 0; each block writes its result to joined[blockIdx.x].
template <class T, class Each, class Join>
__global__ void join_elements(weft::View<const T> x, Each each, Join join, T* joined) {
  __shared__ T of_block[block_size];
  const unsigned t = threadIdx.x;
  T mine = 0;
  const std::size_t threads = std::size_t{gridDim.x} * block_size;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + t; i < x.size(); i += threads) mine = join(mine, each(x[i]));
  of_block[t] = mine;
  __syncthreads();
  for (unsigned half = block_size / 2; half > 0; half /= 2) {
    if (t < half) of_block[t] = join(of_block[t], of_block[t + half]);
    __syncthreads();
  }
  if (t == 0) joined[blockIdx.x] = of_block[0];
}

template <class T, class Each, class Join>
T join_all(weft::View<const T> x, Each each, Join join) {
  weft::Buffer<T> joined(64);
  join_elements<<<64, block_size>>>(x, each, join, joined.data());
  weft::check(cudaGetLastError());
  T all = 0;
  for (const T of_block : joined.to_host()) all = join(all, of_block);
  return all;
}

template <class T>
struct Magnitude {
  __device__ T operator()(T value) const { return fabs(value); }
};
template <class T>
struct SquareOfShare {
  T whole;
  __device__ T operator()(T value) const { return (value / whole) * (value / whole); }
};
// your code ends

template <class T>
T norm(weft::View<const T> x) {
  T result = 0;
  // your code begins
  const T largest = join_all(x, Magnitude<T>{}, Larger{});
  if (largest == 0 || !std::isfinite(largest)) return largest;
  result = largest * std::sqrt(join_all(x, SquareOfShare<T>{largest}, Sum{}));
  // your code ends
  return result;
}
