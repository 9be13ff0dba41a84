// Tangled from chapters/19-matrix-product.md. Edit there. [sha1 f8e051f80841b42485c4e6bf90d693ee44a9a6c9]
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

using Short = __nv_bfloat16;

// x = x0 + x1 + x2, each a bfloat16: what is left over is split again.
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

// The largest error in u times the magnitude, of 64 elements here and there, all by columns.
double worst_of_some(int n, const std::vector<float>& a, const std::vector<float>& b,
                     const std::vector<float>& c) {
  double worst = 0;
  for (std::size_t e = 0; e < 64; ++e) {
    const std::size_t at = e * 2654435761u % c.size(), row = at % n, column = at / n;
    double sum = 0, magnitude = 0;
    for (int k = 0; k < n; ++k) {
      const double term = 1.0 * a[row + std::size_t(k) * n] * b[k + column * n];
      sum += term;
      magnitude += std::abs(term);
    }
    const double error = std::abs(c[at] - sum) / (0x1p-24 * magnitude);
    worst = error <= worst ? worst : error >= worst ? error : INFINITY;  // NaN is infinite
  }
  return worst;
}

TEST_CASE("three bfloat16 hold a float, and nine products a product") {
  constexpr int n = 64;
  const auto a = random_numbers(n * n, 1), b = random_numbers(n * n, 2);
  const auto parts = split(a);
  for (std::size_t i = 0; i < a.size(); ++i)
    CHECK(__bfloat162float(parts[0][i]) + (__bfloat162float(parts[1][i]) + __bfloat162float(parts[2][i])) == a[i]);
  const weft::Blas blas;
  weft::Buffer<float> c(n * n);
  double last = INFINITY;
  std::puts("parts | products | largest error");
  for (int count = 1; count <= 3; ++count) {
    multiply_parts(blas, n, count, a, b, c);
    const double error = worst_of_some(n, a, b, c.to_host());
    CHECK(error < last / 10);
    last = error;
    std::printf("%d | %d | %.0f u\n", count, count * count, error);
  }
  CHECK(last < n);  // the bound of a product in float
}

TEST_CASE("errors over the length" * doctest::skip(!weft::measuring())) {
  const weft::Blas blas;
  const float one = 1, zero = 0;
  for (const int n : {256, 1024, 2048}) {
    const auto count = static_cast<std::size_t>(n) * n;
    const auto in_a = random_numbers(count, 1), in_b = random_numbers(count, 2);
    const weft::Buffer<float> a(in_a), b(in_b);
    weft::Buffer<float> c(count);
    const auto note = [&](const char* name) {
      weft::report({name, 1.0 * n, "rows", worst_of_some(n, in_a, in_b, c.to_host()), "u"});
    };
    const auto by_library = [&](const char* name, cublasMath_t mode) {
      weft::check(cublasSetMathMode(blas, mode));
      weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.data(), n, b.data(),
                              n, &zero, c.data(), n));
      note(name);
    };
    by_library("cuBLAS", CUBLAS_DEFAULT_MATH);
    by_library("TF32", CUBLAS_TF32_TENSOR_OP_MATH);
#if !defined(__LOOM__) && CUBLAS_VERSION >= 120900
    by_library("emulated", CUBLAS_FP32_EMULATED_BF16X9_MATH);
#endif
    const char* const names[] = {"bfloat16", "two parts", "three parts"};
    for (int parts = 1; parts <= 3; ++parts) {
      multiply_parts(blas, n, parts, in_a, in_b, c);
      note(names[parts - 1]);
    }
  }
}
