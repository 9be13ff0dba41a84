// Tangled from chapters/06-matrices.md. Edit there. [sha1 109c9064f1c47b59a6cf284e15559351106c223c]
#include <cmath>

#include <doctest/doctest.h>

#include "common/matrix.cuh"

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

struct Expected {
  double sum = 0, magnitude = 0;  // of the products, and of their absolute values
};

Expected expected_element(In a, In b, std::size_t row, std::size_t column) {
  Expected expected;
  for (std::size_t k = 0; k < a.columns(); ++k) {
    const double product = static_cast<double>(a(row, k)) * b(k, column);
    expected.sum += product;
    expected.magnitude += std::abs(product);
  }
  return expected;
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

void expect_product(void (*kernel)(In, In, Out), std::size_t m, std::size_t k,
                    std::size_t n, dim3 grid, dim3 block) {
  const std::vector<float> a = some_matrix(m, k, 1), b = some_matrix(k, n, 2);
  const weft::Matrix<float> left(m, k, a), right(k, n, b);
  weft::Matrix<float> product(m, n, std::vector<float>(m * n, NAN));
  kernel<<<grid, block>>>(left.view(), right.view(), product.view());
  weft::check(cudaGetLastError());
  const std::vector<float> got = product.to_host();
  const In in_a(a.data(), m, k), in_b(b.data(), k, n);
  for (std::size_t i = 0; i < got.size(); ++i)
    REQUIRE(got[i] == expected_element(in_a, in_b, i / n, i % n).sum);
}

TEST_CASE("a thread, a block and a grid compute the same product") {
  expect_product(multiply_alone, 5, 7, 3, 1, 1);
  expect_product(multiply_in_a_block, 29, 53, 31, 1, dim3(31, 29));
  expect_product(multiply, 37, 53, 29, dim3(2, 3), dim3(16, 16));
  expect_product(multiply, 1, 257, 1, 1, dim3(32, 8));
  const dim3 huge(32, 33);
  CHECK_THROWS_AS(expect_product(multiply_in_a_block, 33, 7, 32, 1, huge), weft::CudaError);
}
