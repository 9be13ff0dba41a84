// Tangled from chapters/10-reductions.md. Edit there. [sha1 ae462dc9c45717242023a1359b23997d6d246009]
#include <cstdio>
#include <random>
#include <stdexcept>

#include <cublas_v2.h>
#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/owner.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

using Numbers = weft::View<const float>;

struct Square {
  __device__ double operator()(float x, std::size_t) const { return double{x} * x; }
};
struct TimesPartner {
  Numbers other;
  __device__ double operator()(float x, std::size_t i) const { return double{x} * other[i]; }
};

double norm(Numbers x) {
  return std::sqrt(weft::reduce<weft::Sum<double>>(weft::each(x, Square{})));
}

// The products of two vectors, both of which begin at a multiple of 16 bytes.
class Products {
 public:
  struct Load {
    weft::Wide<float> a, b;
  };
  static constexpr unsigned width = weft::Wide<float>::width;

  Products(Numbers a, Numbers b) : a_(a), b_(b) {
    if (a.size() != b.size()) throw std::invalid_argument("vectors of different lengths");
    for (const float* x : {a.data(), b.data()})
      if (reinterpret_cast<std::uintptr_t>(x) % alignof(Load) != 0)
        throw std::invalid_argument("a vector begins between two multiples of 16 bytes");
  }
  __host__ __device__ std::size_t loads() const { return a_.size() / width; }
  __device__ Load load(std::size_t i) const { return {wide(a_)[i], wide(b_)[i]}; }
  __device__ double value(const Load& of, unsigned k, std::size_t) const {
    return double{of.a.values[k]} * of.b.values[k];
  }
  __device__ std::size_t loose() const { return a_.size() % width; }
  __device__ double loose_value(std::size_t j) const {
    const std::size_t i = loads() * width + j;
    return double{a_[i]} * b_[i];
  }

 private:
  __device__ static const weft::Wide<float>* wide(Numbers x) {
    return reinterpret_cast<const weft::Wide<float>*>(x.data());
  }
  Numbers a_, b_;
};

double dot(Numbers a, Numbers b) { return weft::reduce<weft::Sum<double>>(Products(a, b)); }

double dot_by_index(Numbers a, Numbers b) {
  return weft::reduce<weft::Sum<double>>(weft::each(a, TimesPartner{b}));
}

TEST_CASE("exact products let large terms cancel") {
  const weft::Buffer<float> a(std::vector<float>{7.0f, 1e4f, 3.0f, -1e4f});
  const weft::Buffer<float> b(std::vector<float>{1e4f, 1.0f, 1e4f, 5.0f, 0.0f, 1e4f, 1.0f, 1e4f});
  CHECK(dot_by_index({a.data() + 1, 3}, {b.data() + 5, 3}) == 3.0);  // wherever the vectors begin
  CHECK(1e4f * 1e4f + 3.0f - 1e4f * 1e4f != 3.0f);  // in floats
  CHECK(norm({a.data() + 1, 2}) == std::sqrt(1e8 + 9));
  CHECK(dot({a.data(), 4}, {b.data(), 4}) == 7e4 + 1e4 + 3e4 - 5e4);
  CHECK_THROWS_AS(dot(a.view(), {b.data(), 3}), std::invalid_argument);
  CHECK_THROWS_AS(dot({a.data() + 1, 3}, {b.data(), 3}), std::invalid_argument);
}

TEST_CASE("every product counts once, whatever the length") {
  for (const std::size_t n : {0, 1, 3, 255, 257, 1023 * 31}) {
    std::vector<float> a(n), b(n);
    double expected = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = static_cast<float>(i % 7) - 3;
      b[i] = static_cast<float>(i % 11) - 4;
      expected += double{a[i]} * b[i];
    }
    const weft::Buffer<float> on_a(a), on_b(b);
    CHECK(dot(on_a.view(), on_b.view()) == expected);
    CHECK(dot_by_index(on_a.view(), on_b.view()) == expected);
  }
}

TEST_CASE("with both vectors loaded wide, a dot product issues two requests instead of five") {
  constexpr std::size_t n = 1 << 14;
  const weft::Buffer<float> a(std::vector<float>(n, 2.0f)), b(std::vector<float>(n, 0.5f));
  weft::Buffer<double> result(std::vector<double>(2, NAN));
  weft::Reduction<weft::Sum<double>> sum;
  const auto by_index = loom::observe(
      [&] { sum(weft::each(a.view(), TimesPartner{b.view()}), result.data(), 1); });
  const auto wide = loom::observe([&] { sum(Products(a.view(), b.view()), result.data() + 1, 1); });
  CHECK(result.to_host() == std::vector<double>(2, n));
  const double loads = n / 4 / 32;
  CHECK(by_index.global_loads.requests >= 5 * loads);
  CHECK(wide.global_loads.requests < 2 * loads + 16);  // and the value of the block
  std::printf("requests for %zu products: %.0f by index, %.0f with wide loads\n", n,
              1.0 * by_index.global_loads.requests, 1.0 * wide.global_loads.requests);
}

TEST_CASE("dot products compared with cuBLAS" * doctest::skip(!weft::measuring())) {
  weft::Owner<cublasHandle_t, cublasDestroy> cublas;
  REQUIRE(cublasCreate(cublas.out()) == CUBLAS_STATUS_SUCCESS);
  REQUIRE(cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE) == CUBLAS_STATUS_SUCCESS);
  std::mt19937 random(std::random_device{}());
  for (int shift = 16; shift <= 28; shift += 4) {
    const int n = 1 << shift;
    std::vector<float> values(n);
    for (float& value : values) value = static_cast<float>(random() >> 8) * 0x1p-24f;
    const weft::Buffer<float> a(values);
    for (float& value : values) value = static_cast<float>(random() >> 8) * 0x1p-24f;
    const weft::Buffer<float> b(values);
    weft::Buffer<double> results(2);
    weft::Buffer<float> of_library(1);
    weft::Reduction<weft::Sum<double>> by_index, wide;
    const auto seconds = weft::side_by_side(
        15, [&] { by_index(weft::each(a.view(), TimesPartner{b.view()}), results.data()); },
        [&] { wide(Products(a.view(), b.view()), results.data() + 1); },
        [&] { cublasSdot(cublas, n, a.data(), 1, b.data(), 1, of_library.data()); });
    weft::check(cudaGetLastError());
    const std::vector<double> found = results.to_host();
    CHECK(found[0] == doctest::Approx(found[1]).epsilon(1e-12));
    CHECK(of_library.to_host()[0] == doctest::Approx(found[1]).epsilon(1e-3));
    const char* const series[] = {"partner by index", "both loaded wide", "cuBLAS"};
    for (int i = 0; i < 3; ++i)
      weft::report({series[i], 8.0 * n, "bytes", 8e-9 * n / seconds[i], "GB/s"});
    if (shift < 28) continue;
    CHECK(seconds[1] < 1.05 * seconds[0]);
    CHECK(seconds[1] < 1.1 * seconds[2]);
  }
}
