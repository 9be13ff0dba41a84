#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "09-cublas/sum-and-product.hpp"

struct Xt {
  cublasXtHandle_t handle = nullptr;
  Xt() {
    int device = 0;
    weft::check(cublasXtCreate(&handle));
    weft::check(cublasXtDeviceSelect(handle, 1, &device));
    weft::check(cublasXtSetBlockDim(handle, 16));
  }
  ~Xt() { cublasXtDestroy(handle); }
};

// Integers from -3 to 3.
std::vector<float> small_numbers(std::size_t count, std::uint32_t seed) {
  std::vector<float> numbers;
  for (const int value : random_values<int>(count, seed)) numbers.push_back(static_cast<float>((value + 1001) % 7) - 3);
  return numbers;
}

std::vector<float> expected(cublasOperation_t op, std::size_t n, const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> product(n * n), result(n * n);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) product[i + j * n] += a[i + k * n] * b[k + j * n];
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) {
        const std::size_t at = op == CUBLAS_OP_N ? i + k * n : k + i * n;
        result[i + j * n] += (a[at] + b[at]) * product[k + j * n];
      }
  return result;
}

TEST_CASE("the sum times the product is exact, within one tile and beyond") {
  const Xt xt;
  for (const std::size_t n : {1, 2, 5, 16, 37}) {
    CAPTURE(n);
    const std::vector<float> a = small_numbers(n * n, 3), b = small_numbers(n * n, 4);
    CHECK(difference(sum_times_product(xt.handle, CUBLAS_OP_N, n, a, b), expected(CUBLAS_OP_N, n, a, b)) == "");
  }
}

TEST_CASE("the sum is transposed on request, and the product is not") {
  const Xt xt;
  for (const std::size_t n : {2, 37}) {
    CAPTURE(n);
    const std::vector<float> a = small_numbers(n * n, 5), b = small_numbers(n * n, 6);
    CHECK(difference(sum_times_product(xt.handle, CUBLAS_OP_T, n, a, b), expected(CUBLAS_OP_T, n, a, b)) == "");
  }
}

TEST_CASE("for n = 0, the result is empty") {
  const Xt xt;
  CHECK(sum_times_product(xt.handle, CUBLAS_OP_T, 0, {}, {}).size() == 0);
}

TEST_CASE("a cuBLAS error is thrown") {
  cublasXtHandle_t without_devices = nullptr;
  weft::check(cublasXtCreate(&without_devices));
  const std::vector<float> a(9, 1.0f);
  CHECK_THROWS_AS(sum_times_product(without_devices, CUBLAS_OP_N, 3, a, a), weft::BlasError);
  cublasXtDestroy(without_devices);
  const Xt xt;
  CHECK_THROWS_AS(sum_times_product(xt.handle, static_cast<cublasOperation_t>(99), 3, a, a), weft::BlasError);
}
