// Arithmetic, comparisons and functions of numbers of 16 bits, against exact arithmetic.
#include <doctest/doctest.h>

#include "float16_reference.hpp"

using namespace reference;

namespace {

// The result of an operation if an operand or the result is not a finite number; floats agree on that with any format.
template <class T>
bool is_like(unsigned bits, float expected) {
  const float got = loom::value(number<T>(bits));
  return expected != expected ? bits == 0x7fff : std::signbit(got) == std::signbit(expected) && (got == expected);
}

template <class T>
using Pair = std::conditional_t<std::is_same_v<T, __half>, __half2, __nv_bfloat162>;

template <class T>
struct Operations {
  Wrong added, subtracted, multiplied, divided;

  void check(unsigned a, unsigned b) {
    using F = Format<T>;
    const T x = number<T>(a), y = number<T>(b);
    const float wide_x = loom::value(x), wide_y = loom::value(y);
    const unsigned total = loom::bits(x + y), rest = loom::bits(x - y), product = loom::bits(x * y), quotient = loom::bits(x / y);
    if (!std::isfinite(wide_x) || !std::isfinite(wide_y) || wide_x == 0 || wide_y == 0) {
      added.note(is_like<T>(total, wide_x + wide_y), a, b);
      subtracted.note(is_like<T>(rest, wide_x - wide_y), a, b);
      multiplied.note(is_like<T>(product, wide_x * wide_y), a, b);
      divided.note(is_like<T>(quotient, wide_x / wide_y), a, b);
      return;
    }
    const Exact exact_x = F::value(a), exact_y = F::value(b);
    // Of bfloat16s that lie far apart the sum is the larger one.
    if (std::abs(exact_x.e - exact_y.e) < 100) {
      added.note(total == 0x8000 ? wide_x == 0 : is_rounded<T>(sum(exact_x, exact_y), total), a, b);
      subtracted.note(rest == 0x8000 ? wide_x == 0 : is_rounded<T>(sum(exact_x, -exact_y), rest), a, b);
    } else {
      added.note(total == (exact_x.e > exact_y.e ? a : b), a, b);
      subtracted.note(rest == (exact_x.e > exact_y.e ? a : b ^ 0x8000), a, b);
    }
    multiplied.note(is_rounded<T>(exact_x * exact_y, product), a, b);
    divided.note(is_rounded<T>(exact_x, quotient, loom::Rounding::to_nearest, exact_y), a, b);
  }
  void conclude() const {
    CHECK_NONE(added);
    CHECK_NONE(subtracted);
    CHECK_NONE(multiplied);
    CHECK_NONE(divided);
  }
};

// True of a function's result if every number near the reference rounds to it; or the reference itself, where it is exact.
template <class T>
bool is_nearest(unsigned bits, long double value, bool is_exact) {
  if (std::isnan(value)) return bits == 0x7fff;
  if (std::signbit(value) != bits >> 15) return false;
  if (std::isinf(value) || value == 0) return (bits & 0x7fff) == (value == 0 ? 0 : Format<T>::infinity);
  if (is_exact) return is_rounded<T>(exact(value), bits);
  return is_rounded<T>(exact(value * (1 + 0x1p-60l)), bits) && is_rounded<T>(exact(value * (1 - 0x1p-60l)), bits);
}

template <class T, class F, class G, class P>
void check_function(const char* name, F function, G pairwise, P precise, bool exact_at_integers = false) {
  Wrong wrong;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const T x = number<T>(bits);
    const long double wide = static_cast<long double>(loom::value(x));
    wrong.note(is_nearest<T>(loom::bits(function(x)), precise(wide), exact_at_integers && wide == std::trunc(wide)), bits);
    const auto both = pairwise({x, number<T>(0x3f80)});
    wrong.note(loom::bits(both.x) == loom::bits(function(x)) && loom::bits(both.y) == loom::bits(function(number<T>(0x3f80))), bits, 2);
  }
  CAPTURE(name);
  CHECK_NONE(wrong);
}

}  // namespace

TEST_CASE_TEMPLATE("sums, differences, products and quotients of any two numbers are the nearest", T, __half, __nv_bfloat16) {
  Operations<T> operations;
  std::mt19937 random(3);
  for (unsigned a = 0; a < 0x10000; ++a)
    for (int i = 0; i < 40; ++i) operations.check(a, random() & 0xffff);
  // Those that most are: not far apart.
  for (int i = 0; i < 1000000; ++i) {
    const unsigned a = random() & 0xffff;
    operations.check(a, (a + random() % (12u << loom::fraction_bits<T>) - (6u << loom::fraction_bits<T>)) & 0xffff);
  }
  operations.conclude();
}

TEST_CASE_TEMPLATE("products and quotients are the nearest for all pairs of fractions, subnormal results too", T, __half, __nv_bfloat16) {
  Operations<T> operations;
  constexpr unsigned fractions = 1u << loom::fraction_bits<T>, one = Format<T>::infinity >> 1 & Format<T>::infinity;
  const unsigned least = fractions;   // the smallest normal number
  for (unsigned a = 0; a < fractions; ++a)
    for (unsigned b = 0; b < fractions; ++b) {
      operations.check(one + a, one + b);
      operations.check(least + 2 * fractions + a, one - 4 * fractions + b);   // a product that is subnormal
      operations.check(least + 2 * fractions + a, one + 4 * fractions + b);   // and a quotient
      if (b % 64 == 0) operations.check(a, b);
    }
  operations.conclude();
}

TEST_CASE_TEMPLATE("a fused product and sum is rounded once", T, __half, __nv_bfloat16) {
  using F = Format<T>;
  Wrong wrong;
  std::mt19937 random(5);
  const auto check = [&](unsigned a, unsigned b, unsigned c) {
    const unsigned got = loom::bits(__hfma(number<T>(a), number<T>(b), number<T>(c)));
    const float x = loom::value(number<T>(a)), y = loom::value(number<T>(b)), z = loom::value(number<T>(c));
    const Exact product = F::value(a) * F::value(b), addend = F::value(c);
    if (!std::isfinite(x) || !std::isfinite(y) || !std::isfinite(z)) {
      // No finite product of two is infinite.
      wrong.note(is_like<T>(got, static_cast<float>(static_cast<double>(x) * y + z)), a, b, c);
    } else if (x == 0 || y == 0 || z == 0) {
      wrong.note(x != 0 && y != 0 ? is_rounded<T>(product, got) : is_like<T>(got, x * y + z), a, b, c);
    } else if (std::abs(product.e - addend.e) < 98) {
      const Exact total = sum(product, addend);
      wrong.note(total.m == 0 ? got == 0 : is_rounded<T>(total, got), a, b, c);
    }
  };
  for (int i = 0; i < 1000000; ++i) check(random() & 0xffff, random() & 0xffff, random() & 0xffff);
  // A product in the middle of two numbers, or next to it, and an addend that decides, however small it is.
  const unsigned fractions = 1u << loom::fraction_bits<T>;
  const int exponents = 0x7fff >> loom::fraction_bits<T>;
  for (int i = 0; i < 200000; ++i) {
    const unsigned middle = 2 * (fractions + random() % fractions) + 1;
    for (unsigned factor = 3; factor < fractions; factor += 2) {
      if (middle % factor) continue;
      const int exponent_a = 1 + static_cast<int>(random() % static_cast<unsigned>(exponents - 2));
      const auto at = [&](unsigned significand, int exponent) {
        const auto bits = loom::bits(loom::rounded<T>(static_cast<double>(significand)));
        const int moved = static_cast<int>(bits >> loom::fraction_bits<T>) + exponent;
        return static_cast<unsigned>(std::min(std::max(moved, 1), exponents - 1)) << loom::fraction_bits<T> | (bits & (fractions - 1));
      };
      const unsigned a = at(factor, exponent_a - exponents / 2);
      const unsigned b = at(middle / factor, exponents / 2 - exponent_a + static_cast<int>(random() % 5));
      check(a, b, random() & 0xffff);
      check(a | 0x8000, b, random() & 0x83ff);
    }
  }
  CHECK_NONE(wrong);
}

TEST_CASE("where even double would round a sum twice, the result is right") {
  // 259 * 2^60 lies in the middle of two bfloat16s; 2^-60 decides.
  const __nv_bfloat16 seven = 0x1.cp62f, thirty_seven = 37.0f, hair = 0x1p-60f;
  CHECK(__bfloat162float(__hfma(seven, thirty_seven, hair)) == 0x1.04p68f);
  CHECK(__bfloat162float(__hfma(seven, thirty_seven, __hneg(hair))) == 0x1.02p68f);
}

TEST_CASE_TEMPLATE("saturated results lie between 0 and 1, and those that may not be negative are 0", T, __half, __nv_bfloat16) {
  const T half(0.5f), one(1.0f), two(2.0f), nan = loom::nan<T>(), zero(0.0f);
  const auto bits = [](T x) { return loom::bits(x); };
  CHECK(bits(__hadd_sat(one, two)) == bits(one));
  CHECK(bits(__hsub_sat(one, two)) == 0);
  CHECK(bits(__hmul_sat(half, half)) == bits(T(0.25f)));
  CHECK(bits(__hmul_sat(-half, zero)) == 0);
  CHECK(bits(__hadd_sat(nan, one)) == 0);
  CHECK(bits(__hfma_sat(half, two, half)) == bits(one));
  CHECK(bits(__hfma_relu(half, two, -two)) == 0);
  CHECK(bits(__hfma_relu(half, two, one)) == bits(two));
  CHECK(bits(__hfma_relu(nan, two, one)) == 0x7fff);
}

TEST_CASE_TEMPLATE("the larger and the smaller of two mind NaN and the signs of zeros", T, __half, __nv_bfloat16) {
  Wrong wrong;
  std::mt19937 random(9);
  const unsigned special[] = {0, 0x8000, 0x7fff, 0xffff, Format<T>::infinity, 0x8000 | Format<T>::infinity, 1, Format<T>::infinity + 1};
  for (int i = 0; i < 200000; ++i) {
    const auto pick = [&] { return random() % 4 ? random() & 0xffff : special[random() % 8]; };
    const unsigned a = pick(), b = pick();
    const T x = number<T>(a), y = number<T>(b);
    const bool no_a = Format<T>::is_nan(a), no_b = Format<T>::is_nan(b);
    // Numbers in order, -0 before +0.
    const auto rank = [](unsigned bits) { return bits >> 15 ? -1 - static_cast<int>(bits & 0x7fff) : static_cast<int>(bits); };
    const unsigned high = rank(a) > rank(b) ? a : b, low = rank(a) > rank(b) ? b : a;
    wrong.note(loom::bits(__hmax_nan(x, y)) == (no_a || no_b ? 0x7fff : high), a, b, 0);
    wrong.note(loom::bits(__hmin_nan(x, y)) == (no_a || no_b ? 0x7fff : low), a, b, 1);
    wrong.note(loom::bits(__hmax(x, y)) == (no_a && no_b ? 0x7fff : no_a ? b : no_b ? a : high), a, b, 2);
    wrong.note(loom::bits(__hmin(x, y)) == (no_a && no_b ? 0x7fff : no_a ? b : no_b ? a : low), a, b, 3);
    wrong.note(loom::bits(__hneg(x)) == (no_a ? 0x7fff : a ^ 0x8000) && loom::bits(__habs(x)) == (no_a ? 0x7fff : a & 0x7fff), a, b, 4);
  }
  CHECK_NONE(wrong);
}

#define CHECK_COMPARISON(word, sign)                                                                                     \
  wrong.note(__h##word(x, y) == (!unordered && wide_x sign wide_y), a, b, __LINE__);                                     \
  wrong.note(__h##word##u(x, y) == (unordered || wide_x sign wide_y), a, b, __LINE__);                                   \
  wrong.note((x sign y) == (wide_x sign wide_y), a, b, __LINE__);                                                        \
  wrong.note(loom::bits(__h##word##2(p, q).x) == (__h##word(x, y) ? one : 0), a, b, __LINE__);                           \
  wrong.note(loom::bits(__h##word##u2(p, q).y) == (__h##word##u(y, x) ? one : 0), a, b, __LINE__);                       \
  wrong.note(__h##word##2_mask(p, q) == (__h##word(x, y) * 0xffffu | __h##word(y, x) * 0xffff0000u), a, b, __LINE__);    \
  wrong.note(__h##word##u2_mask(p, q) == (__h##word##u(x, y) * 0xffffu | __h##word##u(y, x) * 0xffff0000u), a, b, __LINE__); \
  wrong.note(__hb##word##2(p, q) == (__h##word(x, y) && __h##word(y, x)), a, b, __LINE__);                               \
  wrong.note(__hb##word##u2(p, q) == (__h##word##u(x, y) && __h##word##u(y, x)), a, b, __LINE__);                        \
  wrong.note((p sign q) == (x sign y && y sign x), a, b, __LINE__);

TEST_CASE_TEMPLATE("comparisons are those of floats; with a NaN the ordered are false, the unordered true", T, __half, __nv_bfloat16) {
  Wrong wrong;
  std::mt19937 random(13);
  const unsigned one = loom::bits(T(1.0f));
  for (int i = 0; i < 100000; ++i) {
    const unsigned a = random() % 8 ? random() & 0xffff : 0x7fff, b = random() % 8 ? a : random() & 0xffff;
    const T x = number<T>(a), y = number<T>(b);
    const Pair<T> p(x, y), q(y, x);
    const float wide_x = loom::value(x), wide_y = loom::value(y);
    const bool unordered = wide_x != wide_x || wide_y != wide_y;
    CHECK_COMPARISON(eq, ==)
    CHECK_COMPARISON(ne, !=)
    CHECK_COMPARISON(lt, <)
    CHECK_COMPARISON(le, <=)
    CHECK_COMPARISON(gt, >)
    CHECK_COMPARISON(ge, >=)
    wrong.note(__hisnan(x) == (wide_x != wide_x), a);
    wrong.note(__hisinf(x) == (std::isinf(wide_x) ? std::signbit(wide_x) ? -1 : 1 : 0), a);
    wrong.note(loom::bits(__hisnan2(p).y) == (wide_y != wide_y ? one : 0), a, b);
  }
  CHECK_NONE(wrong);
}

#define CHECK_FUNCTION(name, precise, ...)                                                                        \
  check_function<__half>("h" #name, [](__half x) { return h##name(x); }, [](__half2 x) { return h2##name(x); },   \
                         [](long double x) { return precise; } __VA_OPT__(, ) __VA_ARGS__);                       \
  check_function<__nv_bfloat16>("h" #name " of bfloat16", [](__nv_bfloat16 x) { return h##name(x); },             \
                                [](__nv_bfloat162 x) { return h2##name(x); },                                     \
                                [](long double x) { return precise; } __VA_OPT__(, ) __VA_ARGS__);

TEST_CASE("functions of every number are the nearest to the true value") {
  CHECK_FUNCTION(sqrt, std::sqrt(x))
  CHECK_FUNCTION(rsqrt, 1 / std::sqrt(x))
  CHECK_FUNCTION(rcp, 1 / x)
  CHECK_FUNCTION(exp, std::exp(x))
  CHECK_FUNCTION(exp2, std::exp2(x), true)
  CHECK_FUNCTION(exp10, __builtin_exp10l(x))
  CHECK_FUNCTION(log, std::log(x))
  CHECK_FUNCTION(log2, std::log2(x))
  CHECK_FUNCTION(log10, std::log10(x))
  CHECK_FUNCTION(sin, std::sin(x))
  CHECK_FUNCTION(cos, std::cos(x))
  CHECK_FUNCTION(tanh, std::tanh(x))
  CHECK_FUNCTION(tanh_approx, std::tanh(x))
  CHECK_FUNCTION(ceil, std::ceil(x))
  CHECK_FUNCTION(floor, std::floor(x))
  CHECK_FUNCTION(trunc, std::trunc(x))
  CHECK_FUNCTION(rint, std::rint(x))
}

TEST_CASE("pairs are made of two numbers, and come apart again") {
  const __half2 pair = __floats2half2_rn(1.5f, -2.0f), other = __halves2half2(3.0f, 4.0f);
  CHECK(sizeof(__half2) == 4);
  CHECK(alignof(__half2) == 4);
  CHECK(std::bit_cast<unsigned>(pair) == 0xc0003e00);
  CHECK(__low2float(pair) == 1.5f);
  CHECK(__high2float(pair) == -2.0f);
  CHECK(static_cast<float>(__high2half(pair)) == -2.0f);
  CHECK(__half22float2(__lowhigh2highlow(pair)).x == -2.0f);
  CHECK(__half22float2(__lows2half2(pair, other)).y == 3.0f);
  CHECK(__half22float2(__highs2half2(pair, other)).x == -2.0f);
  CHECK(__half2half2(__half(7.0f)) == __float2half2_rn(7.0f));
  CHECK(__low2half2(pair) == __half2(1.5f, 1.5f));
  CHECK(__high2half2(pair) == make_half2(-2.0f, -2.0f));
  CHECK(__float22half2_rn(float2{0.1f, 65520.0f}) == __half2(0.1f, CUDART_INF_FP16));
  CHECK(pair * other + pair == __half2(6.0f, -10.0f));
  CHECK(-pair / __half2(2.0f, 4.0f) == __half2(-0.75f, 0.5f));
  CHECK(__hcmadd(pair, other, __half2(1.0f, 1.0f)) == __half2(13.5f, 1.0f));
  __half2 counted = pair;
  CHECK(counted++ == pair);
  CHECK(--counted == pair);
  counted -= other;
  CHECK(counted == __hsub2(pair, other));
  const __half2_raw raw = pair;
  CHECK(raw.y == 0xc000);
  CHECK(__half2(raw) == pair);
  CHECK(__bfloat162float(__bfloat162bfloat162(__nv_bfloat16(3.0f)).y) == 3.0f);
  CHECK(__bfloat1622float2(__floats2bfloat162_rn(0.1f, 2.0f)).x == 0x1.9ap-4f);
}

TEST_CASE("a number is one of its bits through the raw types, and through volatile ones") {
  __half_raw raw{0x3555};
  volatile __half x = __half(raw);
  CHECK(static_cast<__half_raw>(x).x == 0x3555);
  raw.x = 0x3556;
  volatile __half& same = x = raw;
  CHECK(static_cast<__half_raw>(same).x == 0x3556);
  CHECK(__half_as_short(__short_as_half(-5)) == -5);
  CHECK(__bfloat16_as_ushort(__ushort_as_bfloat16(0x1234)) == 0x1234);
  __half counter = 1;
  CHECK(static_cast<float>(counter++) == 1);
  CHECK(static_cast<float>(++counter) == 3);
  counter *= counter;
  CHECK(static_cast<int>(counter) == 9);
}
