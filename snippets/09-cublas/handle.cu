// Tangled from chapters/09-cublas.md. Edit there. [sha1 fe4ce27c797cec7ea1cdf3d0ceef8edf1c1a6514]
#include <doctest/doctest.h>

#include "common/blas.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

TEST_CASE("a handle costs more than ten calls" * doctest::skip(!weft::measuring())) {
  const int n = 1000;
  const weft::Buffer<float> x(std::vector<float>(n, 1));
  weft::Buffer<float> y(std::vector<float>(n, 0));
  const weft::Blas kept;
  const float one = 1;
  const auto [creating, calling] = weft::side_by_side(
      9, [] { weft::Blas(); },
      [&] { weft::check(cublasSaxpy(kept, n, &one, x.data(), 1, y.data(), 1)); });
  weft::report({"creating and destroying a handle", 1.0 * n, "elements", 1e6 * creating, "µs"});
  weft::report({"a call", 1.0 * n, "elements", 1e6 * calling, "µs"});
  CHECK(creating > 10 * calling);
}

TEST_CASE("two handles are independent") {
  const weft::Blas first, second;
  weft::check(cublasSetPointerMode(first, CUBLAS_POINTER_MODE_DEVICE));
  cublasPointerMode_t mode;
  weft::check(cublasGetPointerMode(second, &mode));
  CHECK(mode == CUBLAS_POINTER_MODE_HOST);
}
