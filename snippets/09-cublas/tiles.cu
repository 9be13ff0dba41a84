// Tangled from chapters/09-cublas.md. Edit there. [sha1 1731954f6dfd9bedc4dc7413f5e601bbc5894050]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas-xt.cuh"

TEST_CASE("operands in host memory are multiplied, whatever the tile size") {
  constexpr std::size_t m = 37, n = 29, k = 53;
  std::vector<double> a(m * k), b(k * n), c(m * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(i * i % 11) - 5;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<double>(i * i % 13) - 6;
  const double one = 1, zero = 0;
  for (const int tile : {8, 16, 1024}) {
    const weft::BlasXt blas(tile);
    weft::check(cublasXtSetPinningMemMode(blas, CUBLASXT_PINNING_ENABLED));
    std::fill(c.begin(), c.end(), -1);
    weft::check(cublasXtDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a.data(), m,
                              b.data(), k, &zero, c.data(), m));
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < m; ++i) {
        double expected = 0;
        for (std::size_t l = 0; l < k; ++l) expected += a[i + l * m] * b[l + j * k];
        CHECK(c[i + j * m] == expected);
      }
    std::printf("tiles of %4d: %zu × %zu, all exact\n", tile, m, n);
  }
}

TEST_CASE("by default, the tile size is 1024") {
  weft::Owner<cublasXtHandle_t, cublasXtDestroy> blas;
  weft::check(cublasXtCreate(blas.out()));
  int side = 0;
  weft::check(cublasXtGetBlockDim(blas, &side));
  CHECK(side == 1024);
}
