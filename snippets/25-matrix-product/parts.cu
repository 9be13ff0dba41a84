// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 013f0adc8d65e33799d488e696cb18c7e92bf92a]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include <cuda_bf16.h>
#include <doctest/doctest.h>

#include "common/blas.cuh"
#include "common/measure.cuh"

std::vector<float> random_numbers(std::size_t count, unsigned seed) {  // from -1 to 1
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() >> 8) * 0x1p-23f - 1;
  return numbers;
}
std::vector<float> whole_numbers(std::size_t count, unsigned seed) {  // from -4 to 4
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() % 9) - 4;
  return numbers;
}

void by_library(const weft::Blas& blas, unsigned m, unsigned n, unsigned k, const float* a, const float* b,
                float* c) {  // all by rows
  const int rows = static_cast<int>(m), columns = static_cast<int>(n), terms = static_cast<int>(k);
  const float one = 1, zero = 0;
  weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, columns, rows, terms, &one, b, columns, a, terms,
                          &zero, c, columns));
}

using Short = __nv_bfloat16;

// x = x0 + x1 + x2, each a bfloat16: the remainder is split again.
std::array<std::vector<Short>, 3> split(const std::vector<float>& x) {
  std::array<std::vector<Short>, 3> parts;
  for (float rest : x)
    for (std::vector<Short>& part : parts) {
      part.push_back(__float2bfloat16(rest));
      rest -= __bfloat162float(part.back());  // exact
    }
  return parts;
}

// c = a b, n × n by columns, from the first `parts` parts of both factors; the smallest products first.
void multiply_parts(const weft::Blas& blas, int n, int parts, const std::vector<float>& a,
                    const std::vector<float>& b, weft::Buffer<float>& c) {
  const auto of_a = split(a), of_b = split(b);
  const float one = 1;
  float beta = 0;
  for (int order = 2 * parts - 2; order >= 0; --order)
    for (int i = std::max(0, order - parts + 1); i <= std::min(order, parts - 1); ++i) {
      const weft::Buffer<Short> x(of_a[i]), y(of_b[order - i]);
      weft::check(cublasGemmEx(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, x.data(),
                               CUDA_R_16BF, n, y.data(), CUDA_R_16BF, n, &beta, c.data(),
                               CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
      beta = 1;
    }
}

struct Shape {
  unsigned m, k, n;
};

// The largest error of c = a b, in units of u times the sum of magnitudes; infinite where one is NaN.
double worst_error(const Shape& of, const std::vector<float>& a, const std::vector<float>& b,
                   const std::vector<float>& c) {
  double worst = 0;
  for (std::size_t i = 0; i < of.m; ++i)
    for (std::size_t j = 0; j < of.n; ++j) {
      double sum = 0, magnitude = 0;
      for (std::size_t k = 0; k < of.k; ++k) {
        const double term = 1.0 * a[i * of.k + k] * b[k * of.n + j];
        sum += term;
        magnitude += std::abs(term);
      }
      const double error = std::abs(c[i * of.n + j] - sum) / (0x1p-24 * magnitude);
      worst = error <= worst ? worst : error >= worst ? error : INFINITY;
    }
  return worst;
}

TEST_CASE("three bfloat16 represent a float, and nine products its product") {
  constexpr unsigned n = 64;
  const auto a = random_numbers(n * n, 1), b = random_numbers(n * n, 2);
  const auto parts = split(a);
  for (std::size_t i = 0; i < a.size(); ++i)
    CHECK(__bfloat162float(parts[0][i]) +
              (__bfloat162float(parts[1][i]) + __bfloat162float(parts[2][i])) == a[i]);
  const weft::Blas blas;
  weft::Buffer<float> c(std::vector<float>(n * n, NAN));  // which must not be read
  double last = INFINITY;
  std::puts("parts | products | largest error");
  for (int count = 1; count <= 3; ++count) {
    multiply_parts(blas, static_cast<int>(n), count, a, b, c);
    const double error = worst_error({n, n, n}, b, a, c.to_host());  // c' = b' a'
    CHECK(error < last / 10);
    last = error;
    std::printf("%d | %d | %.0f u\n", count, count * count, error);
  }
  CHECK(last < n);  // the bound of a product in float
}

TEST_CASE("errors against the length" * doctest::skip(!weft::measuring())) {
  const weft::Blas blas;
  for (const unsigned n : {64u, 128u, 256u, 512u}) {
    const auto in_a = random_numbers(n * n, 1), in_b = random_numbers(n * n, 2);
    const weft::Buffer<float> a(in_a), b(in_b);
    weft::Buffer<float> c(n * n);
    const auto note = [&](const char* name) {  // by columns: c' = b' a'
      weft::report({name, 1.0 * n, "rows", worst_error({n, n, n}, in_b, in_a, c.to_host()), "u"});
    };
    const auto in_mode = [&](const char* name, cublasMath_t mode) {
      weft::check(cublasSetMathMode(blas, mode));
      by_library(blas, n, n, n, b.data(), a.data(), c.data());
      note(name);
    };
    in_mode("cuBLAS", CUBLAS_DEFAULT_MATH);
    in_mode("TF32", CUBLAS_TF32_TENSOR_OP_MATH);
#if !defined(__LOOM__) && CUBLAS_VERSION >= 130000
    in_mode("emulated", CUBLAS_FP32_EMULATED_BF16X9_MATH);
#endif
    const char* const names[] = {"one part", "two parts", "three parts"};
    for (int parts = 1; parts <= 3; ++parts) {
      multiply_parts(blas, static_cast<int>(n), parts, in_a, in_b, c);
      note(names[parts - 1]);
    }
  }
}
