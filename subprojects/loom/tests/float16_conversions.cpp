// Numbers of 16 bits from wider ones and back: every one of the 65,536, in every rounding mode, against exact arithmetic.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <climits>
#include <limits>

#include "float16_reference.hpp"

using namespace reference;
using loom::Rounding;

namespace {

constexpr Rounding modes[] = {Rounding::to_nearest, Rounding::to_zero, Rounding::up, Rounding::down};

// The functions of a type that have its name in theirs.
template <class T>
struct Named;
#define NAMED(Type, word)                                                                                        \
  template <>                                                                                                    \
  struct Named<Type> {                                                                                           \
    using T = Type;                                                                                              \
    static T from(float x, Rounding mode) {                                                                      \
      return mode == Rounding::to_nearest ? __float2##word##_rn(x) : mode == Rounding::to_zero ? __float2##word##_rz(x) \
             : mode == Rounding::up ? __float2##word##_ru(x) : __float2##word##_rd(x);                           \
    }                                                                                                            \
    static T plain(float x) { return __float2##word(x); }                                                        \
    static T plain(double x) { return __double2##word(x); }                                                      \
    static float to_float(T x) { return __##word##2float(x); }                                                   \
    INTEGER(int, word, int) INTEGER(unsigned, word, uint) INTEGER(short, word, short) INTEGER(unsigned short, word, ushort) \
    INTEGER(long long, word, ll) INTEGER(unsigned long long, word, ull)                                          \
  };
#define INTEGER(I, word, name)                                                                                   \
  static T from(I x, Rounding mode) {                                                                            \
    return mode == Rounding::to_nearest ? __##name##2##word##_rn(x) : mode == Rounding::to_zero ? __##name##2##word##_rz(x) \
           : mode == Rounding::up ? __##name##2##word##_ru(x) : __##name##2##word##_rd(x);                       \
  }                                                                                                              \
  static void to(T x, Rounding mode, I& i) {                                                                     \
    i = mode == Rounding::to_nearest ? __##word##2##name##_rn(x) : mode == Rounding::to_zero ? __##word##2##name##_rz(x) \
        : mode == Rounding::up ? __##word##2##name##_ru(x) : __##word##2##name##_rd(x);                          \
  }
NAMED(__half, half)
NAMED(__nv_bfloat16, bfloat16)

template <class T>
unsigned narrowed(double x, Rounding mode) { return loom::bits(loom::rounded<T>(x, mode)); }

template <class I, class T>
void check_to_integer() {
  using Limits = std::numeric_limits<I>;
  Wrong wrong;
  for (unsigned bits = 0; bits < 0x10000; ++bits)
    for (const Rounding mode : modes) {
      I got = 0;
      Named<T>::to(number<T>(bits), mode, got);
      if (Format<T>::is_nan(bits)) {
        wrong.note(got == (sizeof(I) == 8 ? static_cast<I>(1ull << 63) : I{0}), bits, static_cast<unsigned>(mode));
        continue;
      }
      // Whole and remaining part of the magnitude, in units of which the largest integers have some.
      const Exact x = Format<T>::magnitude(bits);
      const bool negative = bits >> 15;
      Wide whole = 0;
      bool more = false, half = false, beyond_half = false;
      if (Format<T>::is_infinite(bits) || x.e + width(x.m) > 70)
        whole = Wide{1} << 70;
      else if (x.e >= 0)
        whole = x.m << x.e;
      else {
        const int shift = std::min(-x.e, 126);
        whole = x.m >> shift;
        const Wide rest = x.m - (whole << shift), middle = Wide{1} << (shift - 1);
        more = rest != 0, half = rest == middle, beyond_half = rest > middle;
      }
      if (mode == Rounding::to_nearest ? beyond_half || (half && whole % 2) : mode == (negative ? Rounding::down : Rounding::up) && more)
        ++whole;
      Wide value = negative ? -whole : whole;
      value = std::min<Wide>(std::max<Wide>(value, Limits::min()), Limits::max());
      wrong.note(got == static_cast<I>(value), bits, static_cast<unsigned>(mode));
      if (mode == Rounding::to_zero) wrong.note(static_cast<I>(number<T>(bits)) == got, bits, 9);
    }
  CHECK_NONE(wrong);
}

template <class I, class T>
void check_from_integer() {
  Wrong wrong;
  std::mt19937_64 random(11);
  const auto check = [&](I i) {
    for (const Rounding mode : modes)
      wrong.note(is_rounded<T>(exact(i), loom::bits(Named<T>::from(i, mode)), mode), static_cast<unsigned>(i),
                 static_cast<unsigned>(mode));
    wrong.note(loom::bits(T(i)) == loom::bits(Named<T>::from(i, Rounding::to_nearest)), static_cast<unsigned>(i), 9);
  };
  for (long long i = -70000; i <= 70000; ++i) check(static_cast<I>(i));
  check(std::numeric_limits<I>::max());
  check(std::numeric_limits<I>::min());
  for (int i = 0; i < 100000; ++i) check(static_cast<I>(random() >> random() % 64));
  // Beside the middle of two numbers, where rounding twice goes wrong.
  for (int fraction = 0; fraction < 256; ++fraction)
    for (int shift = 0; shift < 54; ++shift)
      for (int beside = -1; beside <= 1; ++beside)
        check(static_cast<I>((Wide{2 * (256 + fraction) + 1} << shift) + beside));
  CHECK_NONE(wrong);
}

}  // namespace

TEST_CASE_TEMPLATE("every number is what its bits say, and comes back from float and double in every mode", T, __half, __nv_bfloat16) {
  Wrong wrong;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const T x = number<T>(bits);
    const float wide = Named<T>::to_float(x);
    if (Format<T>::is_nan(bits)) {
      wrong.note(wide != wide, bits);
      for (const Rounding mode : modes) wrong.note(loom::bits(Named<T>::from(wide, mode)) == 0x7fff, bits);
      continue;
    }
    if (Format<T>::is_infinite(bits))
      wrong.note(std::isinf(wide) && std::signbit(wide) == bits >> 15, bits);
    else
      wrong.note(exact(wide).m == Format<T>::value(bits).m << (Format<T>::value(bits).e - exact(wide).e) &&
                     std::signbit(wide) == bits >> 15, bits);
    for (const Rounding mode : modes) {
      wrong.note(loom::bits(Named<T>::from(wide, mode)) == bits, bits, static_cast<unsigned>(mode));
      wrong.note(narrowed<T>(wide, mode) == bits, bits, static_cast<unsigned>(mode));
    }
    wrong.note(static_cast<float>(x) == wide && loom::bits(T(wide)) == bits && loom::bits(T(static_cast<double>(wide))) == bits, bits);
  }
  CHECK_NONE(wrong);
}

TEST_CASE_TEMPLATE("between two numbers, and a hair beside them and their middle, each mode takes the right one", T, __half, __nv_bfloat16) {
  Wrong wrong;
  for (unsigned bits = 0; bits < Format<T>::infinity; ++bits) {
    const Exact low = Format<T>::magnitude(bits), middle = Format<T>::middle(bits);
    for (const Exact at : {low, middle}) {
      const double here = std::ldexp(static_cast<double>(at.m), at.e);
      const float narrow = static_cast<float>(here);
      for (const double sign : {1.0, -1.0})
        for (const Rounding mode : modes) {
          for (const double x : {here, std::nextafter(here, 1e300), here == 0 ? 0.0 : std::nextafter(here, 0.0)})
            wrong.note(is_rounded<T>(exact(sign * x), narrowed<T>(sign * x, mode), mode), bits, static_cast<unsigned>(mode), sign < 0);
          for (const float x : {narrow, std::nextafter(narrow, 1e38f), std::nextafter(narrow, 0.0f)}) {
            const float signed_x = static_cast<float>(sign) * x;
            wrong.note(is_rounded<T>(exact(signed_x), loom::bits(Named<T>::from(signed_x, mode)), mode), bits,
                       static_cast<unsigned>(mode), 2);
          }
        }
      wrong.note(loom::bits(Named<T>::plain(here)) == narrowed<T>(here, Rounding::to_nearest), bits);
      wrong.note(loom::bits(Named<T>::plain(narrow)) == narrowed<T>(narrow, Rounding::to_nearest), bits);
    }
  }
  CHECK_NONE(wrong);
}

TEST_CASE_TEMPLATE("floats and doubles of any bits are rounded as each mode says", T, __half, __nv_bfloat16) {
  Wrong wrong;
  std::mt19937_64 random(7);
  for (int i = 0; i < 300000; ++i) {
    const auto word = static_cast<std::uint32_t>(random());
    const auto narrow = std::bit_cast<float>(word);
    const auto wide = std::bit_cast<double>(random());
    for (const Rounding mode : modes) {
      if (std::isfinite(narrow)) wrong.note(is_rounded<T>(exact(narrow), loom::bits(Named<T>::from(narrow, mode)), mode), word);
      if (std::isfinite(wide)) wrong.note(is_rounded<T>(exact(wide), narrowed<T>(wide, mode), mode), static_cast<unsigned>(i), 1);
    }
  }
  CHECK_NONE(wrong);
}

TEST_CASE_TEMPLATE("what is too large becomes infinity or the largest number, as the mode says", T, __half, __nv_bfloat16) {
  constexpr unsigned infinity = Format<T>::infinity;
  for (const double huge : {1e39, 1e300, std::numeric_limits<double>::max()}) {
    CHECK(narrowed<T>(huge, Rounding::to_nearest) == infinity);
    CHECK(narrowed<T>(huge, Rounding::to_zero) == infinity - 1);
    CHECK(narrowed<T>(-huge, Rounding::up) == (0x8000 | (infinity - 1)));
    CHECK(narrowed<T>(-huge, Rounding::down) == (0x8000 | infinity));
  }
  for (const Rounding mode : modes) CHECK(narrowed<T>(HUGE_VAL, mode) == infinity);
  CHECK(narrowed<T>(5e-324, Rounding::up) == 1);
  CHECK(narrowed<T>(-5e-324, Rounding::to_nearest) == 0x8000);
}

TEST_CASE_TEMPLATE("every number becomes the right integer, and those that do not fit the nearest that does", T, __half, __nv_bfloat16) {
  check_to_integer<short, T>();
  check_to_integer<unsigned short, T>();
  check_to_integer<int, T>();
  check_to_integer<unsigned, T>();
  check_to_integer<long long, T>();
  check_to_integer<unsigned long long, T>();
}

TEST_CASE_TEMPLATE("integers are rounded once", T, __half, __nv_bfloat16) {
  check_from_integer<short, T>();
  check_from_integer<unsigned short, T>();
  check_from_integer<int, T>();
  check_from_integer<unsigned, T>();
  check_from_integer<long long, T>();
  check_from_integer<unsigned long long, T>();
}

TEST_CASE("a number of 16 bits becomes a character, cut off and held within its limits") {
  CHECK(__half2char_rz(__half(-3.9f)) == -3);
  CHECK(__half2char_rz(__half(1000.0f)) == 127);
  CHECK(__half2uchar_rz(__half(-1.0f)) == 0);
  CHECK(__bfloat162uchar_rz(__nv_bfloat16(300.0f)) == 255);
  CHECK(static_cast<char>(__nv_bfloat16(-200.0f)) == CHAR_MIN);   // 0 on arm64, where a char has no sign
  CHECK(static_cast<long>(__half(-7.5f)) == -7);
  CHECK(static_cast<unsigned char>(CUDART_NAN_FP16) == 0);
}

TEST_CASE("one 16-bit format becomes the other, rounded once") {
  Wrong wrong;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const auto half = number<__half>(bits);
    const auto brain = number<__nv_bfloat16>(bits);
    if (!Format<__half>::is_nan(bits) && !Format<__half>::is_infinite(bits))
      wrong.note(is_rounded<__nv_bfloat16>(Format<__half>::value(bits), loom::bits(__nv_bfloat16(half))), bits);
    if (!Format<__nv_bfloat16>::is_nan(bits) && !Format<__nv_bfloat16>::is_infinite(bits))
      wrong.note(is_rounded<__half>(Format<__nv_bfloat16>::value(bits), loom::bits(__half(brain))), bits, 1);
  }
  CHECK_NONE(wrong);
}

TEST_CASE("constants are what their names say") {
  CHECK(__half2float(CUDART_ONE_FP16) == 1);
  CHECK(__half2float(CUDART_MAX_NORMAL_FP16) == 65504);
  CHECK(__half2float(CUDART_MIN_DENORM_FP16) == 0x1p-24f);
  CHECK(__hisinf(CUDART_INF_FP16) == 1);
  CHECK(__hisnan(CUDART_NAN_FP16));
  CHECK(std::signbit(__half2float(CUDART_NEG_ZERO_FP16)));
  CHECK(__bfloat162float(CUDART_ONE_BF16) == 1);
  CHECK(__bfloat162float(CUDART_MAX_NORMAL_BF16) == 0x1.fep127f);
  CHECK(__bfloat162float(CUDART_MIN_DENORM_BF16) == 0x1p-133f);
  CHECK(__hisinf(CUDART_INF_BF16) == 1);
  CHECK(__hisnan(CUDART_NAN_BF16));
  CHECK(!static_cast<bool>(CUDART_NEG_ZERO_BF16));
}
