// Tangled from chapters/06-matrices.md. Edit there. [sha1 1fb4b7de91d93dfaf3aa096889193b10d0dc7011]
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

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

double gamma(std::size_t n, double unit) {
  const double nu = static_cast<double>(n) * unit;
  return nu / (1 - nu);
}

double bound(const Expected& expected, std::size_t n) {
  return (gamma(n, 0x1p-24) + gamma(n, 0x1p-53)) * expected.magnitude;
}

bool close_enough(float got, const Expected& expected, std::size_t n) {
  return std::abs(got - expected.sum) <= bound(expected, n);  // false for NaN
}

// A row of numbers times a column of numbers.
float dot(const std::vector<float>& a, const std::vector<float>& b) {
  const weft::Matrix<float> row(1, a.size(), a), column(b.size(), 1, b);
  weft::Matrix<float> product(1, 1, std::vector<float>{NAN});
  multiply<<<1, 1>>>(row.view(), column.view(), product.view());
  weft::check(cudaGetLastError());
  return product.to_host()[0];
}

// n pseudo-random numbers between two limits.
std::vector<float> some_numbers(std::size_t n, float least, float most, unsigned seed) {
  std::vector<float> values(n);
  for (float& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = least + static_cast<float>(seed >> 8) / 16777216.0f * (most - least);
  }
  return values;
}

bool as_expected(float got, const Expected& expected, std::size_t n) {
  return std::abs(got - expected.sum) <=
         4 * std::sqrt(static_cast<double>(n)) * 0x1p-24 * expected.magnitude;
}

// To ten bits after the binary point, as in the tensor cores' TF32.
float rounded_to_tf32(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits = (bits + 0x0fffu + (bits >> 13 & 1)) & ~0x1fffu;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

struct Verdicts {
  bool bound, root;
};

Verdicts judge(std::size_t n, bool rounds_inputs) {
  const std::vector<float> a = some_numbers(n, -1, 1, 1), b = some_numbers(n, -1, 1, 2);
  std::vector<float> of_a = a, of_b = b;
  if (rounds_inputs) {
    for (float& x : of_a) x = rounded_to_tf32(x);
    for (float& x : of_b) x = rounded_to_tf32(x);
  }
  const float got = dot(of_a, of_b);
  const Expected expected = expected_element({a.data(), 1, n}, {b.data(), n, 1}, 0, 0);
  return {close_enough(got, expected, n), as_expected(got, expected, n)};
}

TEST_CASE("the bound passes inputs rounded to TF32 long before the estimate does") {
  for (const std::size_t n : {16, 256, 1000, 4000}) {
    const Verdicts right = judge(n, false), rounded = judge(n, true);
    CHECK((right.bound && right.root));
    CHECK(rounded.root == (n > 1000));
    CHECK(rounded.bound == (n >= 256));
    std::printf("%zu terms of TF32: the bound %s, the estimate %s\n", n,
                rounded.bound ? "accepts" : "rejects", rounded.root ? "accepts" : "rejects");
  }
}

TEST_CASE("a number that TF32 cannot represent exposes TF32 exactly") {
  const float x = 1 + 0x1p-12f;
  CHECK(rounded_to_tf32(x) == 1);
  CHECK(dot(std::vector<float>(64, x), std::vector<float>(64, 1.0f)) == 64 * x);
}
