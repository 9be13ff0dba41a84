// Tangled from chapters/09-cublas.md. Edit there. [sha1 7d7c51c8b7366b6674bc4e70cc9b04231b1cbb0e]
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas-xt.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/tiled-multiply.cuh"

// c = a b, all three row-major.
void multiply(const weft::Blas& blas, weft::MatrixView<const float> a,
              weft::MatrixView<const float> b, weft::MatrixView<float> c) {
  const auto number = [](std::size_t size) { return static_cast<int>(size); };
  const int m = number(c.rows()), n = number(c.columns()), k = number(a.columns());
  const float one = 1, zero = 0;
  weft::check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b.data(), n,
                          a.data(), k, &zero, c.data(), n));
}

__global__ void multiply_naively(weft::MatrixView<const float> a,
                                 weft::MatrixView<const float> b,
                                 weft::MatrixView<float> c) {
  const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t row = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
  if (row >= c.rows() || column >= c.columns()) return;
  float sum = 0;
  for (std::size_t k = 0; k < a.columns(); ++k) sum += a(row, k) * b(k, column);
  c(row, column) = sum;
}

void by_naive_kernel(weft::MatrixView<const float> a, weft::MatrixView<const float> b,
                     weft::MatrixView<float> c) {
  const auto blocks = [](std::size_t n) { return static_cast<unsigned>((n + 15) / 16); };
  multiply_naively<<<dim3(blocks(c.columns()), blocks(c.rows())), dim3(16, 16)>>>(a, b, c);
  weft::check(cudaGetLastError());
}

// c = a b, all three row-major, in host memory.
void by_xt(const weft::BlasXt& blas, std::size_t n, const std::vector<float>& a,
           const std::vector<float>& b, std::vector<float>& c) {
  const float one = 1, zero = 0;
  weft::check(cublasXtSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b.data(), n,
                            a.data(), n, &zero, c.data(), n));
}

std::vector<float> numbers(std::size_t size, unsigned seed) {  // integers from -7 to 7
  std::mt19937 bits(seed);
  std::vector<float> made(size);
  for (float& number : made) number = static_cast<float>(bits() % 15) - 7;
  return made;
}

TEST_CASE("all of them compute the same") {
  constexpr std::size_t n = 61;
  const std::vector<float> a = numbers(n * n, 1), b = numbers(n * n, 2);
  const weft::Matrix<float> on_a(n, n, a), on_b(n, n, b);
  weft::Matrix<float> first(n, n), second(n, n), third(n, n);
  by_naive_kernel(on_a.view(), on_b.view(), first.view());
  weft::multiply_tiled(on_a.view(), on_b.view(), second.view());
  multiply(weft::Blas(), on_a.view(), on_b.view(), third.view());
  std::vector<float> fourth(n * n);
  by_xt(weft::BlasXt(16), n, a, b, fourth);
  CHECK(second.to_host() == first.to_host());
  CHECK(third.to_host() == first.to_host());
  CHECK(fourth == first.to_host());
  std::printf("naive, tiled, cuBLAS and cuBLAS-Xt agree on %zu numbers\n", n * n);
}

struct Pinned {
  explicit Pinned(std::vector<float>& numbers) : start(numbers.data()) {
    const std::size_t bytes = numbers.size() * sizeof(float);
    weft::check(cudaHostRegister(start, bytes, cudaHostRegisterDefault));
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  ~Pinned() { cudaHostUnregister(start); }
  float* start;
};

// Repeats small products, so that the time of the call does not dominate.
template <class Work>
auto repeated(std::size_t times, Work work) {
  return [=] {
    for (std::size_t i = 0; i < times; ++i) work();
  };
}

void report(const char* series, std::size_t n, std::size_t times, double seconds) {
  const double operations = 2.0 * static_cast<double>(n * n) * static_cast<double>(n);
  const double rate = operations * static_cast<double>(times) / seconds;
  weft::report({series, static_cast<double>(n), "rows", rate * 1e-12, "TFLOP/s"});
}

TEST_CASE("cuBLAS is faster than our kernels, and than cuBLAS-Xt" *
          doctest::skip(!weft::measuring())) {
  const weft::Blas blas, tf32_blas;
  weft::check(cublasSetMathMode(tf32_blas, CUBLAS_TF32_TENSOR_OP_MATH));
  const weft::BlasXt xt(2048);
  for (const std::size_t n : {512, 1024, 2048, 4096, 8192}) {
    std::vector<float> a = numbers(n * n, 1), b = numbers(n * n, 2), host_c(n * n);
    const weft::Matrix<float> on_a(n, n, a), on_b(n, n, b);
    weft::Matrix<float> c(n, n);
    const auto x = on_a.view(), y = on_b.view();
    const auto z = c.view();
    const std::size_t times = 8192 / n;
    const auto own = weft::side_by_side(
        5, repeated(times, [&] { by_naive_kernel(x, y, z); }),
        repeated(times, [&] { weft::multiply_tiled(x, y, z); }),
        repeated(times, [&] { multiply(blas, x, y, z); }),
        repeated(times, [&] { multiply(tf32_blas, x, y, z); }));
    const auto pageable = weft::side_by_side(3, [&] { by_xt(xt, n, a, b, host_c); });
    const Pinned pinned[] = {Pinned(a), Pinned(b), Pinned(host_c)};
    const auto page_locked = weft::side_by_side(3, [&] { by_xt(xt, n, a, b, host_c); });
    const char* const series[] = {"naive", "tiled", "cuBLAS", "cuBLAS, TF32"};
    for (std::size_t i = 0; i < own.size(); ++i) report(series[i], n, times, own[i]);
    report("cuBLAS-Xt", n, 1, pageable[0]);
    report("cuBLAS-Xt, pinned", n, 1, page_locked[0]);
    CHECK(own[1] < own[0]);
    CHECK(own[2] < own[1]);
    CHECK(own[3] < own[2]);
    if (n > 512) CHECK(page_locked[0] < pageable[0]);
    CHECK(page_locked[0] > own[2] / static_cast<double>(times));
    if (n >= 4096) CHECK(own[1] > 4 * own[2]);
    if (n >= 4096) CHECK(pageable[0] > 4 * page_locked[0]);
  }
}
