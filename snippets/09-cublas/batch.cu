// Tangled from chapters/09-cublas.md. Edit there. [sha1 47410ccbeef5996a87a27e7558b10f1172ff64a6]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("five products in one call, with one factor for all of them") {
  constexpr int m = 2, n = 3, k = 4, batch = 5;
  std::vector<float> a(m * k * batch), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * i % 11) - 5;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i * i % 13) - 6;
  const weft::Buffer<float> on_a(a), on_b(b);
  weft::Buffer<float> on_c(m * n * batch);
  const float one = 1, zero = 0;
  weft::check(cublasSgemmStridedBatched(weft::Blas(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one,
                                        on_a.data(), m, m * k, on_b.data(), k, 0, &zero,
                                        on_c.data(), m, m * n, batch));
  const std::vector<float> c = on_c.to_host();
  for (int which = 0; which < batch; ++which)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        float expected = 0;
        for (int l = 0; l < k; ++l) expected += a[which * m * k + i + l * m] * b[l + j * k];
        CHECK(c[which * m * n + i + j * m] == expected);
      }
  std::printf("%d products of %d × %d by %d × %d\n", batch, m, k, k, n);
}
