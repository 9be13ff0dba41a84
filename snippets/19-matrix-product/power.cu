// Tangled from chapters/19-matrix-product.md. Edit there. [sha1 963d9e69bc21bc96e7cf01a7d5e21dd7b87d667d]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/product.cuh"
#include "common/side-by-side.cuh"

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

__device__ unsigned long long nanoseconds() {
#ifdef __LOOM__
  return static_cast<unsigned long long>(clock64());
#else
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
#endif
}

// Ticks of a chain of multiply-adds, each of which waits for the one before, and what time it takes.
__global__ void time_a_chain(float x, long long* ticks_and_nanoseconds) {
  unsigned long long start_time, end_time;
  start_time = nanoseconds();
  const long long start = clock64();
#pragma unroll 1
  for (int i = 0; i < 20'000; ++i) x = x * 0.5f + 1.0f;
  const long long ticks = clock64() - start;
  end_time = nanoseconds();
  ticks_and_nanoseconds[0] = ticks;
  ticks_and_nanoseconds[1] = static_cast<long long>(end_time - start_time);
  if (x == 7.0f) ticks_and_nanoseconds[0] = 0;  // never, but the compiler does not know
}

double clock_in_gigahertz() {
  weft::Buffer<long long> found(2);
  time_a_chain<<<1, 1>>>(1.0f, found.data());
  weft::check(cudaGetLastError());
  const auto values = found.to_host();
  return static_cast<double>(values[0]) / static_cast<double>(std::max(1LL, values[1]));
}

TEST_CASE("a clock has a rate") {
  CHECK(clock_in_gigahertz() > 0);
  std::puts("it has");
}

TEST_CASE("the same product of zeros, whole numbers and random numbers" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t n = 4096;
  struct Data {
    const char* name;
    std::vector<float> a, b;
  };
  const std::vector<Data> all = {
      {"zeros", std::vector<float>(n * n, 0.0f), std::vector<float>(n * n, 0.0f)},
      {"whole numbers", whole_numbers(n * n, 1), whole_numbers(n * n, 2)},
      {"random numbers", random_numbers(n * n, 1), random_numbers(n * n, 2)},
  };
  for (const Data& data : all) {
    const weft::Matrix<float> a(n, n, data.a), b(n, n, data.b);
    weft::Matrix<float> c(n, n);
    weft::Product product;
    for (int tenth = 1; tenth <= 15; ++tenth) {  // a second and a half without a pause
      int times = 0;
      weft::Timer timer;
      const auto start = std::chrono::steady_clock::now();
      do {
        for (int i = 0; i < 4; ++i, ++times) product(1.0f, a.view(), b.view(), 0.0f, c.view());
        weft::check(cudaDeviceSynchronize());
      } while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(100));
      const double seconds = timer.seconds();
      weft::report({data.name, 0.1 * tenth, "seconds", 2e-12 * times * n * n * n / seconds, "TFLOP/s"});
      const double clock = clock_in_gigahertz();
      weft::report({std::string("peak at the clock, ") + data.name, 0.1 * tenth, "seconds", 132 * 128 * 2e-3 * clock, "TFLOP/s"});
    }
  }
}
