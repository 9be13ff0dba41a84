// Tangled from chapters/10-reductions.md. Edit there. [sha1 a04dd0ffef1eba99527ae42519d967c6bd4430b8]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/reduce.cuh"

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

struct Widen {
  __device__ double operator()(float x, std::size_t) const { return x; }
};

constexpr unsigned blocks = 64;

TEST_CASE("ones are counted beyond the last odd float") {
  constexpr std::size_t n = (1 << 24) + 4096;
  const std::vector<float> ones(n, 1.0f);
  float one_by_one = 0.0f;
  for (const float one : ones) one_by_one += one;
  CHECK(one_by_one == 16'777'216.0f);
  const weft::Buffer<float> x(ones);
  const float tree = weft::reduce<weft::Sum<float>>(weft::each(x.view()), {}, blocks);
  CHECK(tree == n);
  std::printf("%.0f one by one, %.0f by the template\n", one_by_one, tree);
}

TEST_CASE("the error is within the bound of the longest path") {
  std::mt19937 random(11);
  std::vector<float> values(1'000'003);
  double exact = 0.0, magnitude = 0.0;
  for (float& value : values) {
    value = (static_cast<float>(random() >> 8) * 0x1p-24f - 0.3f) * 1000.0f;
    exact += value;
    magnitude += std::abs(value);
  }
  const weft::Buffer<float> x(values);
  const double sum = weft::reduce<weft::Sum<float>>(weft::each(x.view()), {}, blocks);
  const double wide = weft::reduce<weft::Sum<double>>(weft::each(x.view(), Widen{}), {}, blocks);
  const std::size_t h = longest_path(values.size(), blocks);
  CHECK(h < 150);
  CHECK(std::abs(sum - exact) <= gamma(h) * magnitude);
  CHECK(std::abs(sum - exact) > 0.0);
  CHECK(std::abs(wide - exact) <= 1e-12 * magnitude);
  std::printf("a number passes through at most %zu additions, not %zu\n", h, values.size());
}
