// Tangled from chapters/06-matrices.md. Edit there. [sha1 5773a23aee7b5d41b0557a88660cdd4f715dac60]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

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

using Numbers = std::vector<float>;

void judge(const char* what, float got, const Numbers& a, const Numbers& b,
           const char* expected_verdicts) {
  const std::size_t n = a.size();
  const Expected expected = expected_element({a.data(), 1, n}, {b.data(), n, 1}, 0, 0);
  const double error = std::abs(got - expected.sum);
  std::string verdicts;
  for (const bool accepts : {error <= 1e-3, error <= 1e-5 * std::abs(expected.sum),
                             close_enough(got, expected, n)})
    verdicts += accepts ? " | accepts" : " | rejects";
  CHECK(verdicts == expected_verdicts);
  std::printf("%s | %.0e | %.0e%s\n", what, error, bound(expected, n), verdicts.c_str());
}

TEST_CASE("only the bound separates rounding from mistakes, whatever the data") {
  const auto up_to = [](float most, unsigned seed) {
    return some_numbers(1000, -most, most, seed);
  };
  const Numbers a = up_to(1, 1), b = up_to(1, 2), ones(1000, 1.0f);
  const Numbers large = up_to(1000, 3), tiny = up_to(0.001f, 4);
  Numbers cancelling = large, shortened = a;
  for (std::size_t i = 500; i < 1000; ++i) cancelling[i] = a[i] / 1000 - large[i - 500];
  shortened.back() = 0;

  std::printf("result | error | bound | 10^−3^ | 10^−5^, relative | the bound\n");
  judge("right, up to 1", dot(a, b), a, b, " | accepts | accepts | accepts");
  judge("right, up to 1,000", dot(large, large), large, large,
        " | rejects | accepts | accepts");
  judge("right, but nearly cancels", dot(cancelling, ones), cancelling, ones,
        " | rejects | rejects | accepts");
  judge("never computed, up to 0.001", 0.0f, tiny, tiny, " | accepts | rejects | rejects");
  judge("without its last term", dot(shortened, b), a, b, " | rejects | rejects | rejects");
  judge("NaN", NAN, a, b, " | rejects | rejects | rejects");
}

// The worst error in a product of m x k by k x n elements, in units of u times magnitude.
double worst_error(std::size_t m, std::size_t k, std::size_t n, float least) {
  const Numbers a = some_numbers(m * k, least, 1, 1), b = some_numbers(k * n, least, 1, 2);
  const weft::Matrix<float> left(m, k, a), right(k, n, b);
  weft::Matrix<float> product(m, n, std::vector<float>(m * n, NAN));
  const dim3 block(16, 16);
  multiply<<<blocks_for(n, m, block), block>>>(left.view(), right.view(), product.view());
  weft::check(cudaGetLastError());
  const Numbers got = product.to_host();
  const In in_a(a.data(), m, k), in_b(b.data(), k, n);
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const Expected expected = expected_element(in_a, in_b, i / n, i % n);
    CHECK(close_enough(got[i], expected, k));
    const double error = std::abs(got[i] - expected.sum);
    worst = std::max(worst, error / (0x1p-24 * expected.magnitude));
  }
  return worst;
}

TEST_CASE("every element of a product is within its bound, most of them far below it") {
  CHECK(worst_error(37, 53, 29, -1) < 53.0 / 4);
  std::ofstream file("errors.txt");  // for the figure
  for (std::size_t n = 1; n <= 4096; n *= 2) {
    const double mixed = worst_error(8, n, 8, -1), positive = worst_error(8, n, 8, 0);
    CHECK(std::max(mixed, positive) <= 2 * std::sqrt(n));
    file << n << ' ' << mixed << ' ' << positive << '\n';
  }
}
