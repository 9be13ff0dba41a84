// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 86b48268cb9c7ef13a1e33f6bc540f6189fbb582]
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "common/any-tensor-product.cuh"
#include "common/blas.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

static const weft::NeedsHopper hopper;

using weft::Bf16;

struct Shape {
  unsigned m, n, k;
};

std::vector<Bf16> random_bf16(std::size_t count, unsigned seed) {  // from -1 to 1
  std::mt19937 bits(seed);
  std::vector<Bf16> numbers(count);
  for (Bf16& number : numbers) number = __float2bfloat16(static_cast<float>(bits() >> 8) * 0x1p-23f - 1);
  return numbers;
}

// Whether 64 elements of a bᵀ are right: the sum within its bound, and rounded once.
bool right(Shape of, const std::vector<Bf16>& a, const std::vector<Bf16>& b, const std::vector<Bf16>& c) {
  bool all = true;
  for (std::size_t e = 0; e < 64; ++e) {
    const std::size_t at = e * 2654435761u % (std::size_t{of.m} * of.n), row = at / of.n, column = at % of.n;
    double sum = 0, magnitude = 0;
    for (std::size_t l = 0; l < of.k; ++l) {
      const double term = 1.0 * __bfloat162float(a[row * of.k + l]) * __bfloat162float(b[column * of.k + l]);
      sum += term;
      magnitude += std::abs(term);
    }
    const double bound = 1.01 * (0x1p-8 * std::abs(sum) + of.k * 0x1p-24 * magnitude);
    all = all && std::abs(__bfloat162float(c[at]) - sum) <= bound;
  }
  return all;
}

// Integers from -4 to 4: exact in bfloat16, and so are sums of their products in float.
std::vector<__nv_bfloat16> small_integers(std::size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<__nv_bfloat16> numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.push_back(__float2bfloat16(static_cast<float>(bits() % 9) - 4));
  return numbers;
}

// a bᵀ on the host: a is m × k and b n × k, both by rows.
std::vector<float> plain_product(unsigned m, unsigned n, unsigned k, const std::vector<__nv_bfloat16>& a,
                                 const std::vector<__nv_bfloat16>& b) {
  std::vector<float> c(std::size_t{m} * n, 0.0f);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t l = 0; l < k; ++l)
        c[i * n + j] += __bfloat162float(a[i * k + l]) * __bfloat162float(b[j * k + l]);
  return c;
}

// c = a bᵀ by cuBLAS, for which the rows are columns.
void by_library(const weft::Blas& blas, const Bf16* a, const Bf16* b, Bf16* c, Shape of) {
  const int m = int(of.m), n = int(of.n), k = int(of.k);
  const float one = 1, zero = 0;
  weft::check(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, n, m, k, &one, b, CUDA_R_16BF, k, a, CUDA_R_16BF,
                           k, &zero, c, CUDA_R_16BF, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

// Elements of c = finish(a bᵀ) that differ from the plain product, finished by `expect`.
template <class Finish, class Expect>
int wrong(Shape of, const Finish& finish, Expect expect) {
  const auto a = small_integers(of.m * of.k, of.m), b = small_integers(of.n * of.k, of.n + 1);
  const std::vector<float> sums = plain_product(of.m, of.n, of.k, a, b);
  const weft::Buffer<Bf16> on_a(a), on_b(b);
  weft::Buffer<Bf16> c(std::vector<Bf16>(std::size_t{of.m} * of.n, __float2bfloat16(NAN)));
  weft::AnyTensorProduct()(on_a.data(), on_b.data(), c.data(), {int(of.m), int(of.n), int(of.k)}, finish);
  const auto found = c.to_host();
  int count = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    count += !(std::abs(__bfloat162float(found[i]) - expect(sums[i], i % of.n)) <=
               0x1p-8 * std::abs(expect(sums[i], i % of.n)) + 1e-6);
  return count;
}

TEST_CASE("any shape: edges, and rows that are not aligned") {
  for (const Shape& of : {Shape{1, 1, 1}, {65, 130, 72}, {100, 129, 33}, {3, 264, 8}})
    CHECK(wrong(of, weft::Same{}, [](float sum, std::size_t) { return sum; }) == 0);
}

TEST_CASE("bias and activation are applied before the sums are rounded") {
  const Shape of{65, 72, 40};
  std::vector<float> values;
  for (unsigned i = 0; i < of.n; ++i) values.push_back(0.25f * static_cast<float>(i % 32) - 4);
  const weft::Buffer<float> bias(values);
  CHECK(wrong(of, weft::BiasRelu{bias.data()},
              [&](float sum, std::size_t j) { return std::max(sum + values[j], 0.0f); }) == 0);
  CHECK(wrong(of, weft::BiasGelu{bias.data()}, [&](float sum, std::size_t j) {
          const double x = sum + values[j];
          return static_cast<float>(0.5 * x * (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x))));
        }) == 0);
  const weft::Buffer<Bf16> none(8);
  CHECK_THROWS_AS(weft::AnyTensorProduct()(none.data(), none.data(), nullptr, {1, 1, 0}), std::invalid_argument);
  std::printf("65 × 72 elements, two activations\n");
}

// One shape: our product, our product with bias and activation, and the library.
void race(Shape of, double x, const std::string& series) {
  const auto in_a = random_bf16(std::size_t{of.m} * of.k, 1), in_b = random_bf16(std::size_t{of.n} * of.k, 2);
  const weft::Buffer<Bf16> a(in_a), b(in_b);
  const weft::Buffer<float> bias(std::vector<float>(of.n, 0.0f));
  weft::Buffer<Bf16> ours(std::size_t{of.m} * of.n), fused(ours.size()), theirs(ours.size());
  const weft::Blas blas;
  weft::AnyTensorProduct product;
  const double operations = 2.0 * of.m * of.n * of.k;
  const auto times = static_cast<int>(std::max(1.0, 4e12 / operations));
  const auto repeated = [=](auto work) {
    return [=] {
      for (int i = 0; i < times; ++i) work();
    };
  };
  const weft::Shape shape{int(of.m), int(of.n), int(of.k)};
  const auto seconds = weft::side_by_side(
      7, repeated([&] { product(a.data(), b.data(), ours.data(), shape); }),
      repeated([&] { product(a.data(), b.data(), fused.data(), shape, weft::BiasRelu{bias.data()}); }),
      repeated([&] { by_library(blas, a.data(), b.data(), theirs.data(), of); }));
  CHECK(right(of, in_a, in_b, ours.to_host()));
  CHECK(right(of, in_a, in_b, theirs.to_host()));
  if (of.m == of.n && of.m >= 4096) CHECK(seconds[2] > 0.97 * seconds[0]);  // of the library's rate
  const char* const names[] = {"ours", "with bias and activation", "cuBLAS"};
  for (std::size_t i = 0; i < 3; ++i)
    weft::report({names[i] + series, x, "rows", 1e-12 * times * operations / seconds[i], "TFLOP/s"});
}

TEST_CASE("our product compared with the library" * doctest::skip(!weft::measuring())) {
  for (const unsigned n : {1024u, 2048u, 4096u, 8192u}) race({n, n, n}, n, "");
  race({1000, 1000, 1000}, 1000, "");
  race({3000, 3000, 3000}, 3000, "");
  race({4000, 4008, 4072}, 4000, ", 4,000 × 4,008 × 4,072");
  race({1000, 3000, 5000}, 1000, ", 1,000 × 3,000 × 5,000");
  race({4001, 4003, 4005}, 4001, ", 4,001 × 4,003 × 4,005");
}
