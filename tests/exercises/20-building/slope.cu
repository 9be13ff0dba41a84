#include <doctest/doctest.h>

#include "support.hpp"

#include "20-building/slope.hpp"

template <class T, int Degree>
struct Polynomial {
  T c[Degree + 1];
};

// In the unit of the answer.
namespace test {
template <class T, int Degree>
T slope(const T (&c)[Degree + 1], T x);
template <class T, int Degree>
__global__ void slopes(Polynomial<T, Degree> p, const T* x, T* y, int count);
double slope_known_to_the_compiler();
}  // namespace test

// Checks the slopes at 0, 1, 2 and -1, on the host and on the device; all coefficients are 1.
template <class T, int Degree>
void check_ones() {
  CAPTURE(Degree);
  Polynomial<T, Degree> p;
  std::fill(p.c, p.c + Degree + 1, T{1});
  const std::vector<T> x = {0, 1, 2, -1};
  std::vector<T> expected = {0, 0, 0, 0}, on_host;
  for (std::size_t i = 0; i < 4; ++i) {
    T power = 1;
    for (int k = 1; k <= Degree; ++k, power *= x[i]) expected[i] += static_cast<T>(k) * power;
    on_host.push_back(test::slope<T, Degree>(p.c, x[i]));
  }
  CHECK(difference(on_host, expected) == "");
  DeviceArray<T> at(x), found(4);
  test::slopes<T, Degree><<<1, 3>>>(p, at.data(), found.data(), 4);
  CHECK(difference(found.read(), expected) == "");
}

TEST_CASE("polynomials of every degree, on the host and on the device") {
  check_ones<float, 1>();
  check_ones<float, 2>();
  check_ones<double, 6>();
  check_ones<float, 9>();
}

TEST_CASE("each power has its own coefficient") {
  const float c[] = {5, 7, 11, 13};  // 7 + 22 x + 39 x^2
  CHECK(test::slope<float, 3>(c, 0) == 7);
  CHECK(test::slope<float, 3>(c, 1) == 68);
  CHECK(test::slope<float, 3>(c, 10) == 4127);
}

TEST_CASE("the slope of a constant is 0") {
  const double c[] = {3};
  CHECK(test::slope<double, 0>(c, 2) == 0);
  check_ones<float, 0>();
}

TEST_CASE("the compiler computes the slope if all arguments are known") {
  CHECK(test::slope_known_to_the_compiler() == 5);
}

TEST_CASE("doubles keep all their digits") {
  const double c[] = {0, 1 + 0x1p-40, 1 + 0x1p-45};
  CHECK(test::slope<double, 2>(c, 0) == 1 + 0x1p-40);
  CHECK(test::slope<double, 2>(c, 1) == 3 + 0x1p-40 + 0x1p-44);
}

TEST_CASE("at 100 degrees, a thermocouple of type K gives 41 microvolts per degree") {
  const float low[] = {0.0f,          25.08355f,    7.860106e-2f,  -2.503131e-1f, 8.315270e-2f,
                       -1.228034e-2f, 9.804036e-4f, -4.413030e-5f, 1.057734e-6f,  -1.052755e-8f};
  CHECK(difference(1000 / test::slope<float, 9>(low, 4.096f), 41.4, 0.005) == "");
}
