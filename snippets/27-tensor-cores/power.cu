// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 49d1980eb0ed761f95f2a9ab17642e50e4446802]
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "common/any-tensor-product.cuh"
#include "common/measure.cuh"
#include "common/timer.cuh"

static const weft::NeedsHopper hopper;

using weft::Bf16;

// Cycles and nanoseconds that pass while a chain of multiply-adds runs.
__global__ void count_cycles(float x, unsigned length, unsigned long long* passed) {
  const unsigned long long cycles = clock64();
  unsigned long long start, end;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
#pragma unroll 1
  for (unsigned i = 0; i < length; ++i) x = x * 0.5f + 1.0f;
  passed[0] = clock64() - cycles;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
  passed[1] = end - start;
  if (x == 7.0f) passed[0] = 0;  // never, but the compiler does not know that
}

// Integers from -4 to 4: exact in bfloat16, and so are sums of their products in float.
std::vector<__nv_bfloat16> small_integers(std::size_t count, unsigned seed) {
  std::mt19937 bits(seed);
  std::vector<__nv_bfloat16> numbers;
  for (std::size_t i = 0; i < count; ++i)
    numbers.push_back(__float2bfloat16(static_cast<float>(bits() % 9) - 4));
  return numbers;
}

struct Shape {
  unsigned m, n, k;
};

std::vector<Bf16> random_bf16(std::size_t count, unsigned seed) {  // from -1 to 1
  std::mt19937 bits(seed);
  std::vector<Bf16> numbers(count);
  for (Bf16& number : numbers) number = __float2bfloat16(static_cast<float>(bits() >> 8) * 0x1p-23f - 1);
  return numbers;
}

// Whether 64 elements of a bᵀ are right: the sum within its bound, and rounded once.
bool right(Shape of, const std::vector<Bf16>& a, const std::vector<Bf16>& b, const std::vector<Bf16>& c) {
  bool all = true;
  for (std::size_t e = 0; e < 64; ++e) {
    const std::size_t at = e * 2654435761u % (std::size_t{of.m} * of.n), row = at / of.n, column = at % of.n;
    double sum = 0, magnitude = 0;
    for (std::size_t l = 0; l < of.k; ++l) {
      const double term = 1.0 * __bfloat162float(a[row * of.k + l]) * __bfloat162float(b[column * of.k + l]);
      sum += term;
      magnitude += std::abs(term);
    }
    const double bound = 1.01 * (0x1p-8 * std::abs(sum) + of.k * 0x1p-24 * magnitude);
    all = all && std::abs(__bfloat162float(c[at]) - sum) <= bound;
  }
  return all;
}

TEST_CASE("a clock has a rate") {
  weft::Buffer<unsigned long long> passed(2);
  count_cycles<<<1, 1>>>(1.0f, 1000, passed.data());
  weft::check(cudaGetLastError());
  CHECK(passed.to_host()[0] > 0);
}

void run_with(const std::string& name, const std::vector<Bf16>& in_a, const std::vector<Bf16>& in_b) {
  constexpr int n = 8192, times = 100;
  const weft::Buffer<Bf16> a(in_a), b(in_b);
  weft::Buffer<Bf16> c(in_a.size());
  weft::Buffer<unsigned long long> passed(2);
  weft::AnyTensorProduct product;
  double seconds = 0;
  while (seconds < 2) {
    weft::Timer timer;
    for (int i = 0; i < times; ++i) {
      if (i == times / 2) count_cycles<<<1, 1>>>(1.0f, 100'000, passed.data());
      product(a.data(), b.data(), c.data(), {n, n, n});
    }
    const double took = timer.seconds();
    seconds += took;
    const auto count = passed.to_host();
    weft::report({name, seconds, "seconds", times * 2e-12 * n * n * n / took, "TFLOP/s"});
    weft::report({"peak, " + name, seconds, "seconds",
                  132 * 4096 * 1e-3 * static_cast<double>(count[0]) / static_cast<double>(count[1]), "TFLOP/s"});
  }
}

TEST_CASE("zeros, integers, random numbers" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t all = 8192 * 8192;
  run_with("zeros", std::vector<Bf16>(all, __float2bfloat16(0)), std::vector<Bf16>(all, __float2bfloat16(0)));
  run_with("integers", small_integers(all, 1), small_integers(all, 2));
  run_with("random numbers", random_bf16(all, 1), random_bf16(all, 2));
}
