// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 83251bc1b072e8714c23c3f242cbbf8b6c26d581]
#include <cmath>
#include <cstdio>
#include <random>

#include <cuda_bf16.h>
#include <doctest/doctest.h>

#include "common/reduce.cuh"

// a + b is exactly sum + error, for all finite a and b if a + b does not overflow.
template <class T>
__host__ __device__ void two_sum(T a, T b, T& sum, T& error) {
  sum = a + b;
  const T of_b = sum - a, of_a = sum - of_b;
  error = (a - of_a) + (b - of_b);
}

// The exact sum, rounded to double: the parts do not overlap, and the largest comes last.
struct Exactly {
  std::vector<double> parts;
  void add(double x) {
    std::size_t kept = 0;
    for (const double part : parts) {
      double error;
      two_sum(x, part, x, error);
      if (error != 0) parts[kept++] = error;
    }
    parts.resize(kept);
    parts.push_back(x);
  }
  double sum() const {
    double all = 0;
    for (const double part : parts) all += part;  // smallest first
    return all;
  }
};

double exactly(const std::vector<float>& x) {
  Exactly of;
  for (const float one : x) of.add(one);
  return of.sum();
}

// The largest number of additions that one number passes through, if `n` floats are reduced by
// `blocks` blocks.
std::size_t longest_path(std::size_t n, std::size_t blocks) {
  const std::size_t all = blocks * weft::threads, width = weft::Wide<float>::width;
  const std::size_t own = width * ((n / width + all - 1) / all) + 2 * width;
  return own + 10 + (blocks + weft::threads - 1) / weft::threads + 10;
}

double gamma(std::size_t h) {
  const double nu = static_cast<double>(h) * 0x1p-24;
  return nu / (1.0 - nu);
}

// Sums of one kind of accumulator over inputs of one kind.
template <class In, class Sum>
struct Product {
  weft::View<const In> other;
  __device__ Sum operator()(In x, std::size_t i) const {
    return static_cast<Sum>(x) * static_cast<Sum>(other[i]);
  }
};
template <class In, class Sum>
struct As {
  __device__ Sum operator()(In x, std::size_t) const { return static_cast<Sum>(x); }
};
template <class In, class Sum>
struct SquaredFrom {
  Sum mean;
  __device__ Sum operator()(In x, std::size_t) const {
    const Sum apart = static_cast<Sum>(x) - mean;
    return apart * apart;
  }
};

constexpr unsigned blocks = 64;

double to_double(double x) { return x; }
double to_double(__nv_bfloat16 x) { return __bfloat162float(x); }

template <class In>
In from_float(float x) {
  if constexpr (std::is_same_v<In, __nv_bfloat16>) return __float2bfloat16(x);
  else return static_cast<In>(x);
}
template <class In>
In from_uniform(std::mt19937& random, double from, double to) {
  const double x = from + (to - from) * (random() * 0x1p-32 + random() * 0x1p-64);
  if constexpr (std::is_same_v<In, double>) return x;
  else return from_float<In>(static_cast<float>(x));
}

// The exact reference: sums of doubles and of their products without error.
struct Reference {
  Exactly of;
  void add_product(double a, double b) {
    const double product = a * b;
    of.add(product);
    of.add(std::fma(a, b, -product));
  }
};

template <class In, class Sum>
void expect_kind(const char* name, double unit) {
  constexpr std::size_t n = 200'003;
  constexpr bool exact_products = sizeof(In) == 2 && sizeof(Sum) >= 4;
  std::mt19937 random(7);
  std::vector<In> x, y, far;
  for (std::size_t i = 0; i < n; ++i) {
    x.push_back(from_uniform<In>(random, -1, 1));
    y.push_back(from_uniform<In>(random, -1, 1));
    far.push_back(from_uniform<In>(random, 100, 104));
  }
  Exactly sum, mean_of;
  Reference dot, squares, spread;
  double sum_size = 0, dot_size = 0, far_size = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum.add(to_double(x[i]));
    dot.add_product(to_double(x[i]), to_double(y[i]));
    squares.add_product(to_double(x[i]), to_double(x[i]));
    mean_of.add(to_double(far[i]));
    sum_size += std::abs(to_double(x[i]));
    dot_size += std::abs(to_double(x[i]) * to_double(y[i]));
    far_size += std::abs(to_double(far[i]));
  }
  const std::size_t h = longest_path(n, blocks) * (sizeof(In) == 2 ? 2 : 1);  // 8 to a load, not 4
  const auto g = [&](std::size_t path) {
    const double hu = static_cast<double>(path) * unit;
    return hu / (1 - hu);
  };
  const weft::Buffer<In> on_x(x), on_y(y), on_far(far);
  const auto reduced = [&](const weft::Buffer<In>& of, auto map) {
    return static_cast<double>(weft::reduce<weft::Sum<Sum>>(weft::each(of.view(), map), {}, blocks));
  };
  const auto row = [&](const char* what, double error, double bound) {
    CHECK(error <= bound);
    std::printf("%s | %s | %.1e | %.1e\n", name, what, error, bound);
  };
  const std::size_t of_product = h + (exact_products ? 0 : 1);
  row("sum", std::abs(reduced(on_x, As<In, Sum>{}) - sum.sum()) / sum_size, g(h));
  row("dot product",
      std::abs(reduced(on_x, Product<In, Sum>{on_y.view()}) - dot.of.sum()) / dot_size,
      g(of_product));
  const double square = reduced(on_x, Product<In, Sum>{on_x.view()});
  const double norm = std::sqrt(squares.of.sum());
  row("norm", std::abs(static_cast<double>(std::sqrt(static_cast<Sum>(square))) - norm) / norm,
      g(of_product) / 2 * (1 + g(of_product)) + 2 * unit);
  const Sum mean = static_cast<Sum>(reduced(on_far, As<In, Sum>{})) / static_cast<Sum>(n);
  const double exact_mean = mean_of.sum() / n;
  for (const In one : far) {
    const double apart = to_double(one) - exact_mean;
    spread.add_product(apart, apart);
  }
  const double s = spread.of.sum(), delta = g(h + 1) * far_size / n;
  const double found = reduced(on_far, SquaredFrom<In, Sum>{mean});
  row("variance", std::abs(found - s) / s, (1 + g(h + 3)) * (1 + n * delta * delta / s) - 1 + 1e-14);
}

TEST_CASE("errors are within bounds that were derived before") {
  std::puts("numbers | result | relative error | its bound");
  expect_kind<float, float>("float", 0x1p-24);
  expect_kind<double, double>("double", 0x1p-53);
  expect_kind<float, double>("float, added in double", 0x1p-53);
  expect_kind<__nv_bfloat16, float>("bfloat16, added in float", 0x1p-24);
}
