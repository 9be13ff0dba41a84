// Tangled from chapters/25-matrix-product.md. Edit there. [sha1 7447607df02cb222d69d6f90158d86ad849f90f5]
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/product.cuh"
#include "common/timer.cuh"

std::vector<float> random_numbers(std::size_t count, unsigned seed) {  // from -1 to 1
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() >> 8) * 0x1p-23f - 1;
  return numbers;
}
std::vector<float> whole_numbers(std::size_t count, unsigned seed) {  // from -4 to 4
  std::mt19937 bits(seed);
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>(bits() % 9) - 4;
  return numbers;
}

// Cycles of a chain of multiply-adds, each of which waits for the one before.
__global__ void count_ticks(float x, unsigned length, long long* ticks) {
  const long long start = clock64();
#pragma unroll 1
  for (unsigned i = 0; i < length; ++i) x = x * 0.5f + 1.0f;
  *ticks = clock64() - start;
  if (x == 7.0f) *ticks = 0;  // never, but the compiler does not know that
}

double clock_in_gigahertz(unsigned length) {
  weft::Buffer<long long> ticks(1);
  weft::Timer timer;
  count_ticks<<<1, 1>>>(1.0f, length, ticks.data());
  const double seconds = timer.seconds();
  weft::check(cudaGetLastError());
  return 1e-9 * static_cast<double>(ticks.to_host()[0]) / seconds;
}

TEST_CASE("a clock has a rate") { CHECK(clock_in_gigahertz(1000) > 0); }

void run_with(const std::string& name, const std::vector<float>& in_a, const std::vector<float>& in_b) {
  constexpr std::size_t n = 4096;
  constexpr int times = 320;  // at a time
  const weft::Matrix<float> a(n, n, in_a), b(n, n, in_b);
  weft::Matrix<float> c(n, n);
  weft::Product product;
  double passed = 0;
  while (passed < 1.5) {
    weft::Timer timer;
    for (int i = 0; i < times; ++i) product(1.0f, a.view(), b.view(), 0.0f, c.view());
    const double seconds = timer.seconds();
    passed += seconds;
    weft::report({name, passed, "seconds", times * 2e-12 * n * n * n / seconds, "TFLOP/s"});
    weft::report({"peak, " + name, passed, "seconds",
                  132 * 128 * 2e-3 * clock_in_gigahertz(1'000'000), "TFLOP/s"});
  }
}

TEST_CASE("zeros, integers, random numbers" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t all = 4096 * 4096;
  run_with("zeros", std::vector<float>(all, 0.0f), std::vector<float>(all, 0.0f));
  run_with("integers", whole_numbers(all, 1), whole_numbers(all, 2));
  run_with("random numbers", random_numbers(all, 1), random_numbers(all, 2));
}
