#include <cmath>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "09-cublas/lower-system.hpp"

// Integers with a diagonal of ±1, ±2: the solution is exact. Above the diagonal and between columns, NaN.
struct System {
  std::vector<double> a, b, x;
};

System make_system(int n, int leading) {
  System system;
  system.a.assign(static_cast<std::size_t>(leading) * n, NAN);
  const auto digits = random_values<int>(static_cast<std::size_t>(n) * (n + 1), 7);
  for (int j = 0; j < n; ++j) {
    system.x.push_back(digits[j] % 5);
    for (int i = j; i < n; ++i) system.a[i + j * leading] = digits[n + j * n + i] % 3;
    system.a[j + j * leading] = j % 3 == 0 ? -2 : 1;
  }
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j <= i; ++j) sum += system.a[i + j * leading] * system.x[j];
    system.b.push_back(sum);
  }
  return system;
}

TEST_CASE("the lower triangle is solved, and nothing else is read") {
  const weft::Blas blas;
  for (const int n : {1, 2, 6, 13}) {
    CAPTURE(n);
    const System system = make_system(n, n);
    CHECK(difference(solve_lower(blas, n, system.a, n, system.b), system.x) == "");
  }
}

TEST_CASE("columns may have gaps, and the last gap may be missing") {
  const weft::Blas blas;
  System system = make_system(6, 11);
  system.a.resize(5 * 11 + 6);
  std::vector<double> x;
  CHECK_NOTHROW(x = solve_lower(blas, 6, system.a, 11, system.b));
  CHECK(difference(x, system.x) == "");
}

TEST_CASE("only the first n elements of the right-hand side count") {
  const weft::Blas blas;
  System system = make_system(6, 6);
  system.b.insert(system.b.end(), {7.0, 0.0, NAN});
  CHECK(difference(solve_lower(blas, 6, system.a, 6, system.b), system.x) == "");
}

TEST_CASE("for n = 0, the solution is empty") {
  const weft::Blas blas;
  CHECK(solve_lower(blas, 0, {}, 1, {}).size() == 0);
}

TEST_CASE("arguments that do not fit together throw") {
  const weft::Blas blas;
  const System system = make_system(6, 6);
  CHECK_THROWS_AS(solve_lower(blas, -1, system.a, 6, system.b), std::invalid_argument);
  CHECK_THROWS_AS(solve_lower(blas, 6, system.a, 5, system.b), std::invalid_argument);
  CHECK_THROWS_AS(solve_lower(blas, 6, system.a, 7, system.b), std::invalid_argument);
  CHECK_THROWS_AS(solve_lower(blas, 6, std::vector<double>(40, 1.0), 7, system.b), std::invalid_argument);
  CHECK_THROWS_AS(solve_lower(blas, 0, {}, 0, {}), std::invalid_argument);
  CHECK_THROWS_AS(solve_lower(blas, 1, {}, 1, {1.0}), std::invalid_argument);
  CHECK_THROWS_AS(solve_lower(blas, 6, system.a, 6, std::vector<double>(5, 1.0)), std::invalid_argument);
}

TEST_CASE("a zero on the diagonal throws, wherever it is") {
  const weft::Blas blas;
  for (const int at : {0, 3, 5}) {
    System system = make_system(6, 8);
    system.a[at + at * 8] = 0.0;
    CHECK_THROWS_AS(solve_lower(blas, 6, system.a, 8, system.b), std::domain_error);
  }
}

TEST_CASE("a cuBLAS error is thrown, and no memory leaks") {
  const System system = make_system(6, 6);
  const auto before = bytes_in_use();
  CHECK_THROWS_AS(solve_lower(nullptr, 6, system.a, 6, system.b), weft::BlasError);
  CHECK(bytes_in_use().value_or(0) == before.value_or(0));
}

#ifdef __LOOM__
TEST_CASE("if the device is out of memory, the CUDA error is thrown") {
  const weft::Blas blas;
  const System system = make_system(6, 6);
  without_memory([&] { CHECK_THROWS_AS(solve_lower(blas, 6, system.a, 6, system.b), weft::CudaError); });
}
#endif
