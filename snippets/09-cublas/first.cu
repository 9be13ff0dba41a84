// Tangled from chapters/09-cublas.md. Edit there. [sha1 b68a269fe422bfcc9bee9fc4599852890dd19e22]
#include <cstdint>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

double by_three_calls(const weft::Blas& blas, double alpha, const weft::Buffer<double>& x) {
  const int n = static_cast<int>(x.size());
  weft::Buffer<double> y(x.size());
  double result = 0;
  weft::check(cublasDcopy(blas, n, x.data(), 1, y.data(), 1));
  weft::check(cublasDscal(blas, n, &alpha, y.data(), 1));
  weft::check(cublasDdot(blas, n, y.data(), 1, x.data(), 1, &result));
  return result;
}

double by_one_call(const weft::Blas& blas, double alpha, const weft::Buffer<double>& x) {
  double result = 0;
  const int n = static_cast<int>(x.size());
  weft::check(cublasDdot(blas, n, x.data(), 1, x.data(), 1, &result));
  return alpha * result;
}

TEST_CASE("a scaled square of a vector needs no second vector") {
  const weft::Blas blas;
  std::vector<double> values(1001);
  double expected = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(i % 7) - 3;
    expected += 2.5 * values[i] * values[i];
  }
  const weft::Buffer<double> x(values);
  CHECK(by_three_calls(blas, 2.5, x) == expected);
  CHECK(by_one_call(blas, 2.5, x) == expected);
  double with_long_sizes = 0;
  weft::check(cublasDdot_64(blas, std::int64_t{1001}, x.data(), 1, x.data(), 1,
                            &with_long_sizes));
  CHECK(2.5 * with_long_sizes == expected);
  std::printf("2.5 x·x = %g, by three calls and by one\n", by_one_call(blas, 2.5, x));
}
