#include <doctest/doctest.h>

#include "support.hpp"

#include "15-tridiagonal-systems/one-matrix.hpp"

struct Matrix {
  std::vector<float> a, b, c;
};

Matrix matrix_of(std::size_t n) {
  Matrix matrix{random_values<float>(n, 1), {}, random_values<float>(n, 2)};
  for (std::size_t i = 0; i < n; ++i) matrix.b.push_back(1.5f + std::abs(matrix.a[i]) + std::abs(matrix.c[i]));
  matrix.a.front() = matrix.c.back() = NAN;
  return matrix;
}

std::vector<float> expected_of(const Matrix& matrix, const std::vector<float>& d, std::size_t count) {
  const std::size_t n = matrix.b.size();
  std::vector<float> x(count * n);
  for (std::size_t s = 0; s < count; ++s) {
    std::vector<double> c(n), y(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double a = i == 0 ? 0.0 : matrix.a[i], r = 1 / (matrix.b[i] - a * (i == 0 ? 0.0 : c[i - 1]));
      c[i] = i + 1 == n ? 0.0 : matrix.c[i] * r;
      y[i] = (d[i * count + s] - a * (i == 0 ? 0.0 : y[i - 1])) * r;
    }
    for (std::size_t i = n; i-- > 0;) {
      if (i + 1 < n) y[i] -= c[i] * y[i + 1];
      x[i * count + s] = static_cast<float>(y[i]);
    }
  }
  return x;
}

struct Factored {
  explicit Factored(const Matrix& matrix)
      : a(matrix.a), b(matrix.b), c(matrix.c), c_left(matrix.b.size()), r(matrix.b.size()) {
    factor<<<1, 1>>>(a.data(), b.data(), c.data(), matrix.b.size(), c_left.data(), r.data());
    require_success(cudaGetLastError());
    require_success(cudaDeviceSynchronize());
  }
  DeviceArray<float> a, b, c, c_left, r;
};

std::string wrong_in(std::size_t n, std::size_t count, bool in_place = false) {
  const Matrix matrix = matrix_of(n);
  const std::vector<float> right = random_values<float>(n * count, 3);
  Factored of(matrix);
  DeviceArray<float> d(right), x(n * count);
  const auto blocks = static_cast<unsigned>((count + 63) / 64);
  solve_all<<<blocks, 64>>>(of.a.data(), of.c_left.data(), of.r.data(), n, count, d.data(), in_place ? d.data() : x.data());
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(x.written_around() == "");
  return difference((in_place ? d : x).read(), expected_of(matrix, right, count), 1e-6);
}

TEST_CASE("the factors are those of Thomas") {
  const Matrix matrix = matrix_of(40);
  Factored of(matrix);
  const std::vector<float> r = of.r.read(), c_left = of.c_left.read();
  for (std::size_t i = 0; i < 40; ++i) {
    const float a = i == 0 ? 0.0f : matrix.a[i], c = i == 0 ? 0.0f : c_left[i - 1];
    CHECK(r[i] * (matrix.b[i] - a * c) == doctest::Approx(1).epsilon(1e-6));
    CHECK(c_left[i] == doctest::Approx(i == 39 ? 0.0f : matrix.c[i] * r[i]).epsilon(1e-6));
  }
}

TEST_CASE("any length, any number of right-hand sides") {
  for (const std::size_t n : {1, 2, 3, 50})
    for (const std::size_t count : {1, 33, 150}) {
      CAPTURE(n);
      CAPTURE(count);
      CHECK(wrong_in(n, count) == "");
    }
}

TEST_CASE("d and x may be the same array") { CHECK(wrong_in(37, 70, true) == ""); }

#ifdef __LOOM__
TEST_CASE("right-hand sides and unknowns are loaded once, and all lanes load the matrix from the same address") {
  constexpr std::size_t n = 30, count = 64, warps = count / 32;
  Factored of(matrix_of(n));
  DeviceArray<float> d(random_values<float>(n * count, 3)), x(n * count);
  const loom::Seen seen = loom::observe([&] {
    solve_all<<<1, 64>>>(of.a.data(), of.c_left.data(), of.r.data(), n, count, d.data(), x.data());
  });
  CHECK(seen.global_loads.sectors <= warps * n * (4 + 4 + 3));
  CHECK(seen.global_stores.sectors == warps * n * (4 + 4));
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  constexpr std::size_t n = 30, count = 256;
  Factored of(matrix_of(n));
  DeviceArray<float> d(random_values<float>(n * count, 3)), x(n * count);
  CHECK(too_serial({.threads = 128, .blocks = 3}, [&] {
          solve_all<<<4, 64>>>(of.a.data(), of.c_left.data(), of.r.data(), n, count, d.data(), x.data());
        }) == "");
}
