// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 86883b1f52bbc7031ee06445c758a9d3efc27f21]
#include <cstdio>

#include <doctest/doctest.h>

#define TWO_SUM_ERROR(name)               \
  float name(float a, float b) {          \
    const float sum = a + b, of_b = sum - a, of_a = sum - of_b; \
    return (a - of_a) + (b - of_b);       \
  }

__attribute__((noinline)) TWO_SUM_ERROR(as_written)
#pragma GCC push_options
#pragma GCC optimize("O2", "fast-math")
__attribute__((noinline)) TWO_SUM_ERROR(with_fast_math)
#pragma GCC pop_options

TEST_CASE("fast-math removes the compensation") {
  CHECK(as_written(1, 0x1p-30f) == 0x1p-30f);
  CHECK(with_fast_math(1, 0x1p-30f) == 0);
  std::printf("error of 1 + 2^-30: %g as written, %g with fast-math\n", as_written(1, 0x1p-30f),
              with_fast_math(1, 0x1p-30f));
}
