// Tangled from chapters/06-matrices.md. Edit there. [sha1 8919ee7eb74bbe1b33a226878806440d424eb749]
#include <algorithm>

#include <doctest/doctest.h>

#include "common/matrix.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }

dim3 blocks_for(std::size_t size_x, std::size_t size_y, dim3 block) {
  return dim3(static_cast<unsigned>((size_x + block.x - 1) / block.x),
              static_cast<unsigned>((size_y + block.y - 1) / block.y));
}

__device__ float element(In a, In b, std::size_t row, std::size_t column) {
  float sum = 0;
  for (std::size_t k = 0; k < a.columns(); ++k) sum += a(row, k) * b(k, column);
  return sum;
}

__global__ void multiply_alone(In a, In b, Out c) {
  for (std::size_t row = 0; row < c.rows(); ++row)
    for (std::size_t column = 0; column < c.columns(); ++column)
      c(row, column) = element(a, b, row, column);
}

__global__ void multiply_in_a_block(In a, In b, Out c) {
  c(threadIdx.y, threadIdx.x) = element(a, b, threadIdx.y, threadIdx.x);
}

__global__ void multiply(In a, In b, Out c) {
  const std::size_t row = my_y(), column = my_x();
  if (row < c.rows() && column < c.columns()) c(row, column) = element(a, b, row, column);
}

// Integers from -7 to 7, whose sums and products are exact in float.
std::vector<float> some_matrix(std::size_t rows, std::size_t columns, unsigned seed) {
  std::vector<float> values(rows * columns);
  unsigned state = seed;
  for (float& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<int>(state >> 24) % 15 - 7);
  }
  return values;
}

double seconds_to_multiply(std::size_t n, int repetitions) {
  const weft::Matrix<float> a(n, n, some_matrix(n, n, 1)), b(n, n, some_matrix(n, n, 2));
  weft::Matrix<float> c(n, n);
  const dim3 block(32, 8), grid = blocks_for(n, n, block);
  const auto [seconds] = weft::side_by_side(
      repetitions, [&] { multiply<<<grid, block>>>(a.view(), b.view(), c.view()); });
  weft::check(cudaDeviceSynchronize());
  return seconds;
}

TEST_CASE("the product that is timed runs") { CHECK(seconds_to_multiply(33, 1) > 0); }

TEST_CASE("one thread per element is faster than memory alone would allow, and far from the peak" *
          doctest::skip(!weft::measuring())) {
  double fastest = 0;
  for (const std::size_t n : {512, 1024, 2048, 4096}) {
    const double operations = 2.0 * n * n * n / seconds_to_multiply(n, 5);
    weft::report({"a thread for each element", 1.0 * n, "rows and columns", operations * 1e-9, "GFLOP/s"});
    fastest = std::max(fastest, operations);
  }
  const auto attribute = [](cudaDeviceAttr which) {
    int value = 0;
    weft::check(cudaDeviceGetAttribute(&value, which, 0));
    return static_cast<double>(value);
  };
  const double bytes_per_second = 2e3 * attribute(cudaDevAttrMemoryClockRate) *
                                  attribute(cudaDevAttrGlobalMemoryBusWidth) / 8;
  const double peak = 2 * 128 * 1e3 * attribute(cudaDevAttrClockRate) *
                      attribute(cudaDevAttrMultiProcessorCount);
  CHECK(fastest > 4 * (bytes_per_second / 4));  // memory alone: an operation per 4 bytes
  CHECK(fastest < peak / 8);
}
