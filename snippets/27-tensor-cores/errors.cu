// Tangled from chapters/27-tensor-cores.md. Edit there. [sha1 d74ad448875a25b1d470098f4ab7bb53677cc315]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include <doctest/doctest.h>

// Rounds to a number of significant bits, ties to even: what a conversion does within its range.
float rounded_to(float x, int bits) {
  if (x == 0) return 0;
  const int unit = std::ilogb(x) - bits + 1;
  return static_cast<float>(std::ldexp(std::nearbyint(std::ldexp(x, -unit)), unit));
}

struct Format {
  const char* name;
  int bits, range, steps, kept, of_sum;  // significant bits, powers of two above 1, steps along k, bits
};

constexpr Format formats[] = {
    {"TF32", 11, 127, 8, 25, 24}, {"half", 11, 15, 16, 25, 24}, {"bfloat16", 8, 127, 16, 25, 24},
    {"e4m3", 4, 8, 32, 13, 14},   {"e5m2", 3, 15, 32, 13, 14},
};

// c + a b as in one instruction.
float add_step(float c, const float* a, const float* b, const Format& format) {
  int largest = c == 0 ? -1000 : std::ilogb(c);
  for (int i = 0; i < format.steps; ++i)
    if (a[i] * b[i] != 0) largest = std::max(largest, std::ilogb(a[i]) + std::ilogb(b[i]));
  const auto cut = [&](double x) { return std::trunc(std::ldexp(x, format.kept - largest)); };
  double sum = cut(c);
  for (int i = 0; i < format.steps; ++i) sum += cut(static_cast<double>(a[i]) * b[i]);
  if (sum == 0) return 0;
  const int last = std::ilogb(sum) - format.of_sum + 1;
  return static_cast<float>(std::ldexp(std::trunc(std::ldexp(sum, -last)), last + largest - format.kept));
}

struct Errors {
  double factors, sums;  // of rounding the factors, of adding; relative to the sum of magnitudes
};

Errors errors_of(const Format& format, int k, bool positive) {
  std::mt19937 bits(1);
  const auto number = [&] {
    const float x = static_cast<float>(bits() >> 8) * 0x1p-24f;
    return positive ? x : 2 * x - 1;
  };
  Errors worst{};
  for (int run = 0; run < 40; ++run) {
    std::vector<float> a(k), b(k);
    double exact = 0, of_rounded = 0, magnitude = 0;
    for (int i = 0; i < k; ++i) {
      const float x = number(), y = number();
      a[i] = rounded_to(x, format.bits);
      b[i] = rounded_to(y, format.bits);
      exact += static_cast<double>(x) * y;
      of_rounded += static_cast<double>(a[i]) * b[i];
      magnitude += std::abs(static_cast<double>(x) * y);
    }
    float sum = 0;
    for (int i = 0; i < k; i += format.steps) sum = add_step(sum, &a[i], &b[i], format);
    worst.factors = std::max(worst.factors, std::abs(of_rounded - exact) / magnitude);
    worst.sums = std::max(worst.sums, std::abs(sum - of_rounded) / magnitude);
  }
  return worst;
}

TEST_CASE("the errors of five formats, for sums of 4,096 terms, are within their bounds") {
  constexpr int k = 4096;
  std::puts("format | bits | largest | steps | bound of sums | sums, 0 to 1 | sums, −1 to 1 | factors, −1 to 1");
  for (const Format& format : formats) {
    const bool wide = format.kept == 25;
    const double bound = 1.01 * k * (wide ? 10.5 / 16 * 0x1p-24 : 34.0 / 32 * 0x1p-13);
    const Errors positive = errors_of(format, k, true), both = errors_of(format, k, false);
    CHECK(positive.sums <= bound);
    CHECK(both.sums <= positive.sums);
    CHECK(both.factors <= 2.02 * std::ldexp(1.0, -format.bits));
    std::printf("%s | %d | 2^%d | %d | %.0e | %.0e | %.0e | %.0e\n", format.name, format.bits, format.range,
                format.steps, bound, positive.sums, both.sums, both.factors);
  }
}

TEST_CASE("sums in 8 bits lose more by adding than by rounding the factors") {
  const Errors e4m3 = errors_of(formats[3], 4096, true), bf16 = errors_of(formats[2], 4096, true);
  CHECK(e4m3.sums > e4m3.factors);
  CHECK(bf16.sums < bf16.factors);
}
