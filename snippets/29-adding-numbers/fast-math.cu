// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 f6f9d856a9f3db61e6b26ece39200195b7212c0a]
#include <cstdio>

#include <doctest/doctest.h>

__attribute__((noinline)) float as_written(float a, float b) {
  const float sum = a + b, of_b = sum - a, of_a = sum - of_b;
  return (a - of_a) + (b - of_b);
}

__attribute__((noinline, optimize("O2", "fast-math"))) float with_fast_math(float a, float b) {
  const float sum = a + b, of_b = sum - a, of_a = sum - of_b;
  return (a - of_a) + (b - of_b);
}

TEST_CASE("fast-math removes the compensation") {
  CHECK(as_written(1, 0x1p-30f) == 0x1p-30f);
  CHECK(with_fast_math(1, 0x1p-30f) == 0);
  std::printf("error of 1 + 2^-30: %g as written, %g with fast-math\n", as_written(1, 0x1p-30f),
              with_fast_math(1, 0x1p-30f));
}
