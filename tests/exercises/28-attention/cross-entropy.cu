#include <doctest/doctest.h>

#include "support.hpp"

#include "28-attention/cross-entropy.hpp"

struct Problem {
  std::size_t rows;
  unsigned columns;
  float middle = 0, size = 1;
  std::vector<float> x;
  std::vector<unsigned> targets;

  Problem(std::size_t rows_, unsigned columns_, float middle_ = 0, float size_ = 1)
      : rows(rows_), columns(columns_), middle(middle_), size(size_), x(random_values<float>(rows_ * columns_, columns_)) {
    for (float& value : x) value = middle + size * value;
    for (std::size_t row = 0; row < rows; ++row) targets.push_back(static_cast<unsigned>(row * 7919 % columns));
  }
  std::vector<float> expected() const {
    std::vector<float> all;
    for (std::size_t row = 0; row < rows; ++row) {
      const float* const of_row = &x[row * columns];
      const double largest = *std::max_element(of_row, of_row + columns);
      double sum = 0;
      for (unsigned i = 0; i < columns; ++i) sum += std::exp(of_row[i] - largest);
      all.push_back(static_cast<float>(largest + std::log(sum) - of_row[targets[row]]));
    }
    return all;
  }
  // An exponent near 1,000 is rounded by 2^-15 or so; the bound of the chapter, and a subtraction.
  double tolerance() const { return 1e-5 + 4e-7 * (std::abs(middle) + size); }
};

std::string wrong_in(const Problem& problem, unsigned blocks) {
  DeviceArray<float> x(problem.x), out(problem.rows);
  DeviceArray<unsigned> targets(problem.targets);
  losses<<<blocks, loss_threads>>>(x.data(), targets.data(), out.data(), problem.rows, problem.columns);
  require_success(cudaGetLastError());
  require_success(cudaDeviceSynchronize());
  CHECK(out.written_around() == "");
  return difference(out.read(), problem.expected(), problem.tolerance());
}

TEST_CASE("one row of many columns") {
  CHECK(wrong_in({1, 256}, 1) == "");
  CHECK(wrong_in({1, 5003}, 1) == "");
}

TEST_CASE("rows shorter than a block") {
  CHECK(wrong_in({3, 1}, 3) == "");
  CHECK(wrong_in({5, 31}, 5) == "");
  CHECK(wrong_in({4, 200}, 4) == "");
}

TEST_CASE("any grid") {
  for (const unsigned blocks : {1u, 2u, 5u, 20u}) {
    CAPTURE(blocks);
    CHECK(wrong_in({7, 300}, blocks) == "");
  }
}

TEST_CASE("large numbers of either sign") {
  CHECK(wrong_in({2, 700, 1000, 20}, 2) == "");
  CHECK(wrong_in({2, 700, -1000, 20}, 2) == "");
  CHECK(wrong_in({2, 700, 0, 90}, 2) == "");
}

TEST_CASE("numbers that are minus infinity") {
  Problem problem(3, 600);
  for (std::size_t row = 0; row < problem.rows; ++row)
    for (unsigned i = 0; i < problem.columns; ++i)
      if (i % 256 != problem.targets[row] % 256) problem.x[row * problem.columns + i] = -INFINITY;
  CHECK(wrong_in(problem, 2) == "");
}

TEST_CASE("a block divides a row among its threads") {
  const Problem problem(16, 2048);
  DeviceArray<float> x(problem.x), out(problem.rows);
  DeviceArray<unsigned> targets(problem.targets);
  CHECK(too_serial({.threads = 1000, .blocks = 12}, [&] {
          losses<<<16, loss_threads>>>(x.data(), targets.data(), out.data(), problem.rows, problem.columns);
          require_success(cudaDeviceSynchronize());
        }) == "");
}

#ifdef __LOOM__
TEST_CASE("each number is loaded once") {
  const Problem problem(3, 1000);
  DeviceArray<float> x(problem.x), out(problem.rows);
  DeviceArray<unsigned> targets(problem.targets);
  const auto seen = loom::observe([&] { losses<<<3, loss_threads>>>(x.data(), targets.data(), out.data(), 3, 1000); });
  CHECK(seen.global_loads.bytes < 4 * 3 * 1000 * 3 / 2);  // each thread may read the target and its number as well
}
#endif
