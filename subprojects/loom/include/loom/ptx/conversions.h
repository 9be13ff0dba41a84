// How instructions of PTX convert numbers.
#pragma once

#include <math.h>

#include "loom/ptx/arithmetic.h"

namespace loom::ptx {

// A number of 16 bits as a float, whose value it has.
template <class From>
LOOM_PTX_PLAIN auto wide(From a) {
  if constexpr (is_float16<From>) return static_cast<float>(a);
  else return a;
}

// The nearest number, or the next one in the requested direction.
template <class To, class From>
LOOM_PTX_PLAIN To directed(From a, Rounding rounding) {
  const To near = static_cast<To>(a);
  const long double exact = static_cast<long double>(a), is = static_cast<long double>(near);
  const bool above = is > exact && (rounding == Rounding::down || (rounding == Rounding::to_zero && exact > 0));
  const bool below = is < exact && (rounding == Rounding::up || (rounding == Rounding::to_zero && exact < 0));
  const double towards = above ? -HUGE_VAL : below ? HUGE_VAL : 0;
  if (!above && !below) return near;
  if constexpr (sizeof(To) == 4) return nextafterf(near, static_cast<float>(towards));
  else return nextafter(near, towards);
}

// What is beyond an integer's range becomes the nearest in it, and NaN becomes 0, or only the highest bit where either
// side has 64 bits.
template <class To, class From>
LOOM_PTX_PLAIN To whole(From a) {
  const To least = std::is_signed_v<To> ? static_cast<To>(Unsigned<To>{1} << (8 * sizeof(To) - 1)) : To{0};
  const To most = static_cast<To>(~static_cast<Unsigned<To>>(least));
  if (a != a) return sizeof(From) == 8 || sizeof(To) == 8 ? static_cast<To>(Unsigned<To>{1} << (8 * sizeof(To) - 1)) : To{0};
  if (a <= static_cast<From>(least)) return least;
  return a >= static_cast<From>(most) ? most : static_cast<To>(a);
}

template <class To, class From>
LOOM_PTX_PLAIN To converted(From a, Rounding rounding) {
  if constexpr (is_float16<To> && std::is_integral_v<From>)
    return To::rounded(static_cast<std::conditional_t<std::is_signed_v<From>, long long, unsigned long long>>(a), rounding);
  else if constexpr (is_float16<To>)
    return To::rounded(static_cast<double>(a), rounding);
  else if constexpr (std::is_integral_v<To> && !std::is_integral_v<From>)
    return whole<To>(wide(a));
  else if constexpr (std::is_integral_v<To>)
    return static_cast<To>(a);
  else
    return directed<To>(wide(a), rounding);
}

#define LOOM_CONVERT(name, rounding)                                                                      \
  template <class To, class From>                                                                         \
  LOOM_PTX_PLAIN To name(From a) { return converted<To>(a, Rounding::rounding); }                         \
  template <class To, class From>                                                                         \
  LOOM_PTX_PLAIN To name(From high, From low) {                                                           \
    return {name<decltype(To::low)>(low), name<decltype(To::low)>(high)};                                 \
  }
LOOM_CONVERT(convert_rn, to_nearest)
LOOM_CONVERT(convert_rz, to_zero)
LOOM_CONVERT(convert_rm, down)
LOOM_CONVERT(convert_rp, up)
#undef LOOM_CONVERT

// To integers.
template <class To, class From>
LOOM_PTX_PLAIN To convert_rni(From a) { return convert_rn<To>(nearbyint(wide(a))); }
template <class To, class From>
LOOM_PTX_PLAIN To convert_rzi(From a) { return convert_rn<To>(trunc(wide(a))); }
template <class To, class From>
LOOM_PTX_PLAIN To convert_rmi(From a) { return convert_rn<To>(floor(wide(a))); }
template <class To, class From>
LOOM_PTX_PLAIN To convert_rpi(From a) { return convert_rn<To>(ceil(wide(a))); }

// To the nearest, and in the middle away from zero.
template <class To>
LOOM_PTX_PLAIN tf32 convert_rna(float a) {
  static_assert(std::is_same_v<To, tf32>, "PTX has this rounding only for TF32");
  return {a != a ? 0x7fffffff : (__builtin_bit_cast(unsigned, a) + 0x1000) & 0xffffe000};
}

// An integer clamped to the range of another; a number clamped to what lies between 0 and 1.
template <class To, class From>
LOOM_PTX_PLAIN To sat_(From a) {
  if constexpr (!std::is_integral_v<To>) {
    return saturated_(convert_rn<To>(a));
  } else {
    const __int128 least = std::is_signed_v<To> ? -(static_cast<__int128>(1) << (8 * sizeof(To) - 1)) : 0;
    const __int128 most = (static_cast<__int128>(1) << (8 * sizeof(To) - std::is_signed_v<To>)) - 1, is = a;
    return static_cast<To>(is < least ? least : is > most ? most : is);
  }
}

}  // namespace loom::ptx
