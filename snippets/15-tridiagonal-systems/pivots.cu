// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 0bd44bdf968e457a53183ca3bb4e7d116132ce98]
#include <cstdio>
#include <utility>

#include <doctest/doctest.h>

#include "common/tridiagonal.cuh"

// Solves a system on the host, and exchanges rows where the next one has the larger pivot.
std::vector<float> with_pivoting(std::vector<float> a, std::vector<float> b, std::vector<float> c,
                                 std::vector<float> x) {
  const std::size_t n = b.size();
  std::vector<float> second(n, 0.0f);  // an exchange fills one more diagonal
  c[n - 1] = 0.0f;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    if (std::abs(b[i]) < std::abs(a[i + 1])) {
      std::swap(x[i], x[i + 1]);
      std::swap(b[i], a[i + 1]);
      std::swap(c[i], b[i + 1]);
      std::swap(second[i], c[i + 1]);
    }
    const float factor = a[i + 1] / b[i];
    b[i + 1] -= factor * c[i];
    c[i + 1] -= factor * second[i];
    x[i + 1] -= factor * x[i];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n) x[i] -= c[i] * x[i + 1];
    if (i + 2 < n) x[i] -= second[i] * x[i + 2];
    x[i] /= b[i];
  }
  return x;
}

struct Errors {
  double thomas, pivoting;
};

// The largest errors on the matrix with rows (a, b, a), for a solution of ones and twos.
Errors errors_of(float a, float b) {
  constexpr std::size_t n = 100;
  const std::vector<float> side(n, a), diagonal(n, b);
  std::vector<float> exact(n), d(n);
  for (std::size_t i = 0; i < n; ++i) exact[i] = i % 3 == 0 ? 2.0f : 1.0f;
  for (std::size_t i = 0; i < n; ++i)
    d[i] = b * exact[i] + (i > 0 ? a * exact[i - 1] : 0) + (i + 1 < n ? a * exact[i + 1] : 0);
  const auto error = [&](const std::vector<float>& x) {
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) worst = weft::worse(worst, std::abs(x[i] - exact[i]));
    return worst;
  };
  return {error(weft::thomas<float>(side, diagonal, side, d)),
          error(with_pivoting(side, diagonal, side, d))};
}

TEST_CASE("on a dominant matrix, nothing is lost without pivoting; on others, much or all") {
  const Errors dominant = errors_of(1, 3), barely = errors_of(-1, 2), small = errors_of(1, 1e-6f),
               zero = errors_of(1, 0);
  CHECK(dominant.thomas < 1e-6);
  CHECK(barely.thomas < 1e-3);
  CHECK(small.thomas > 1e-2);
  CHECK(std::isnan(zero.thomas));
  for (const Errors& of : {dominant, small, zero}) CHECK(of.pivoting < 2e-5);
  std::puts("matrix | Thomas | with pivoting");
  const auto row = [](const char* name, const Errors& of) {
    std::printf("%s | %.0e | %.0e\n", name, std::abs(of.thomas), of.pivoting);
  };
  row("(1, 3, 1)", dominant);
  row("(-1, 2, -1)", barely);
  row("(1, 0.000001, 1)", small);
  row("(1, 0, 1)", zero);
}
