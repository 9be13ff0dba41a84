// Tangled from chapters/09-cublas.md. Edit there. [sha1 1eaf3adacbca166d0978dd818410878775fcac0e]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

// c_i = a_i b for each i: m × k times k × n, all column-major, one after the other in memory.
void multiply_all(const weft::Blas& blas, int m, int n, int k, int batch, const float* a,
                  const float* b, float* c) {
  const float one = 1, zero = 0;
  weft::check(cublasSgemmStridedBatched(blas, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m,
                                        m * k, b, k, 0, &zero, c, m, m * n, batch));
}

TEST_CASE("five products in one call, with one factor for all of them") {
  constexpr int m = 2, n = 3, k = 4, batch = 5;
  std::vector<float> a(m * k * batch), b(k * n);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * i % 11) - 5;
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i * i % 13) - 6;
  const weft::Buffer<float> on_a(a), on_b(b);
  weft::Buffer<float> on_c(m * n * batch);
  multiply_all(weft::Blas(), m, n, k, batch, on_a.data(), on_b.data(), on_c.data());
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
