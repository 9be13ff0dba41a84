// Tangled from chapters/20-building.md. Edit there. [sha1 e61bab8568963a9690516c130ce0f04464b69a13]
#include <algorithm>
#include <cstdio>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

template <class T, int Degree>
struct Polynomial {
  T c[Degree + 1];
};

template <class T, int Degree>
__global__ void evaluate(Polynomial<T, Degree> p, const T* x, T* y, std::size_t count) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    T sum = p.c[Degree];
    for (int k = Degree - 1; k >= 0; --k) sum = sum * x[i] + p.c[k];
    y[i] = sum;
  }
}

constexpr int largest = 9;

// Evaluates a polynomial of degree c.size() - 1; false if there is no instance for it.
template <class T, int Degree = 0>
bool evaluated(const std::vector<T>& c, const T* x, T* y, std::size_t count) {
  if constexpr (Degree <= largest) {
    if (c.size() != Degree + 1) return evaluated<T, Degree + 1>(c, x, y, count);
    Polynomial<T, Degree> p{};
    std::copy(c.begin(), c.end(), p.c);
    evaluate<<<2, 64>>>(p, x, y, count);
    return cudaGetLastError() == cudaSuccess;
  } else {
    return false;
  }
}

TEST_CASE_TEMPLATE("degrees 0 to 9, in float and in double", T, float, double) {
  const weft::Buffer<T> x(std::vector<T>{0, 1, 2, -1});
  std::vector<T> ones, found;
  for (int degree = 0; degree <= largest; ++degree) {
    ones.push_back(1);
    weft::Buffer<T> y(4);
    REQUIRE(evaluated(ones, x.data(), y.data(), 4));
    const T at_2 = static_cast<T>((2 << degree) - 1), at_minus_1 = degree % 2 == 0 ? 1 : 0;
    found = y.to_host();
    CHECK(found == std::vector<T>{1, static_cast<T>(degree + 1), at_2, at_minus_1});
  }
  std::printf("%zu coefficients of 1, at 2: %.0f\n", ones.size(), static_cast<double>(found[2]));
}

TEST_CASE("a degree without an instance is refused") {
  weft::Buffer<float> x(std::vector<float>(4)), y(std::vector<float>(4, 7));
  CHECK_FALSE(evaluated(std::vector<float>(11), x.data(), y.data(), 4));
  CHECK_FALSE(evaluated(std::vector<float>(), x.data(), y.data(), 4));
  CHECK(y.to_host() == std::vector<float>(4, 7));
}
