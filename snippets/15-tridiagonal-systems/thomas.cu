// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 6e2a6ad1788065afcd47dfc28a9e17cefded25b2]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/tridiagonal.cuh"

const double pi = std::acos(-1.0);

struct Band {
  double side, diagonal;
};

// The largest error of a sine with k half-waves, solved by Thomas for rows (side, diagonal, side).
// The right-hand side is rounded to `Right`.
template <class T, class Right = T>
double error_of_sine(Band of, std::size_t n, unsigned k) {
  const T nan = std::numeric_limits<T>::quiet_NaN(), side = static_cast<T>(of.side);
  std::vector<T> a(n, side), b(n, static_cast<T>(of.diagonal)), c(n, side), d(n);
  a.front() = c.back() = nan;
  const double m = static_cast<double>(n + 1), half = std::sin(pi * k / (2 * m));
  const double eigenvalue = of.diagonal + 2 * of.side - 4 * of.side * half * half;
  const auto sine = [&](std::size_t i) { return std::sin(pi * k * static_cast<double>(i + 1) / m); };
  for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<Right>(eigenvalue * sine(i));
  const std::vector<T> x = weft::thomas<T>(a, b, c, d);
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) worst = weft::worse(worst, std::abs(x[i] - sine(i)));
  return worst;
}

constexpr Band difference{-1, 2}, heat{-10, 21}, curve{1, 4};

TEST_CASE("the solutions are the expected sines, at any length") {
  for (const std::size_t n : {1, 2, 3, 31, 1000}) {
    CHECK(error_of_sine<double>(difference, n, 1) < 1e-9);
    for (const Band& of : {heat, curve}) CHECK(error_of_sine<double>(of, n, 1) < 1e-14);
  }
  CHECK(error_of_sine<double>(difference, 1000, 999) < 1e-7);
}

TEST_CASE("in float, (-1, 2, -1) with a thousand unknowns loses digits, the other rows none") {
  std::puts("rows | half-waves | error in float | in double | only d rounded to float");
  const auto row = [](const char* name, const Band& of, unsigned k) {
    const double off = error_of_sine<float>(of, 1000, k);
    std::printf("%s | %u | %.0e | %.0e | %.0e\n", name, k, off, error_of_sine<double>(of, 1000, k),
                error_of_sine<double, float>(of, 1000, k));
    return off;
  };
  for (const unsigned k : {1u, 999u}) {
    const double off = row("(-1, 2, -1)", difference, k);
    CHECK(off > 1e-5);   // more than a hundred roundings
    CHECK(off < 0.025);  // and less than the condition number allows, 4e5 times 6e-8
    const double by_input = error_of_sine<double, float>(difference, 1000, k);
    if (k == 1) CHECK(by_input < 1e-4 * off);
    if (k == 999) CHECK(by_input > 0.3 * off);
  }
  CHECK(row("heat, (-10, 21, -10)", heat, 1) < 1e-6);
  CHECK(row("spline, (1, 4, 1)", curve, 1) < 1e-6);
}

int operations = 0;

// Acts as a number, and counts the operations performed on it.
struct Counted {
  Counted(int = 0) {}
  Counted done() const { return ++operations, *this; }
};
Counted operator-(Counted a, Counted) { return a.done(); }
Counted operator*(Counted a, Counted) { return a.done(); }
Counted operator/(Counted a, Counted) { return a.done(); }
Counted operator-=(Counted& a, Counted) { return a.done(); }

TEST_CASE("nine operations per unknown, fewer at both ends") {
  const std::vector<Counted> any(100);
  weft::thomas<Counted>(any, any, any, any);
  CHECK(operations == 9 * 100 - 7);
}
