// What instructions of PTX compute. These functions carry PTX's names and an underscore, for some of the names are words of C++.
#pragma once

#include <math.h>

#include "loom/device_math.h"
#include "loom/ptx/values.h"

namespace loom::ptx {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

// Twice as wide.
template <class T>
struct WideOf;
template <>
struct WideOf<short> { using type = int; };
template <>
struct WideOf<unsigned short> { using type = unsigned; };
template <>
struct WideOf<int> { using type = long long; };
template <>
struct WideOf<unsigned> { using type = unsigned long long; };
template <>
struct WideOf<long long> { using type = __int128; };
template <>
struct WideOf<unsigned long long> { using type = unsigned __int128; };
template <class T>
using Wide = typename WideOf<T>::type;

// An operation on numbers of 16 bits is one in double, rounded; on two of them it is two.
template <class T, class Operation, class... Others>
LOOM_PTX_PLAIN T each(Operation operation, T a, Others... others) {
  if constexpr (is_two<T>) return {each(operation, a.low, others.low...), each(operation, a.high, others.high...)};
  else return T::rounded(operation(static_cast<double>(a), static_cast<double>(others)...));
}
template <class T>
constexpr bool of_16_bits = is_float16<T> || is_two<T>;

// Integers wrap around.
#define LOOM_PTX_WRAPPING(name, sign)                                                         \
  LOOM_PTX T name(T a, T b) {                                                                 \
    if constexpr (std::is_integral_v<T>)                                                      \
      return static_cast<T>(static_cast<Unsigned<T>>(static_cast<unsigned long long>(a) sign static_cast<unsigned long long>(b))); \
    else if constexpr (of_16_bits<T>)                                                         \
      return each([](double x, double y) { return x sign y; }, a, b);                         \
    else                                                                                      \
      return a sign b;                                                                        \
  }
LOOM_PTX_WRAPPING(add_, +)
LOOM_PTX_WRAPPING(sub_, -)
LOOM_PTX_WRAPPING(mul_, *)
#undef LOOM_PTX_WRAPPING

LOOM_PTX Wide<T> mul_wide_(T a, T b) { return static_cast<Wide<T>>(a) * b; }
LOOM_PTX T mul_hi_(T a, T b) { return static_cast<T>(mul_wide_(a, b) >> 8 * sizeof(T)); }
LOOM_PTX T mad_(T a, T b, T c) { return add_(mul_(a, b), c); }
LOOM_PTX T mad_hi_(T a, T b, T c) { return add_(mul_hi_(a, b), c); }
template <class T, class C>
LOOM_PTX_PLAIN Wide<T> mad_wide_(T a, T b, C c) { return add_<Wide<T>>(mul_wide_(a, b), as<Wide<T>>(c)); }
LOOM_PTX T fma_(T a, T b, T c) {
  if constexpr (of_16_bits<T>) return each([](double x, double y, double z) { return multiplied_and_added(x, y, z); }, a, b, c);
  else return fma(a, b, c);
}
// PTX leaves open what an integer divided by zero is.
LOOM_PTX T div_(T a, T b) { return std::is_integral_v<T> && b == 0 ? static_cast<T>(-1) : static_cast<T>(a / b); }
LOOM_PTX T rem_(T a, T b) { return b == 0 ? a : static_cast<T>(a % b); }
LOOM_PTX T min_(T a, T b) {
  if constexpr (std::is_integral_v<T>) return a < b ? a : b;
  else if constexpr (of_16_bits<T>) return each([](double x, double y) { return fmin(x, y); }, a, b);
  else return fmin(a, b);
}
LOOM_PTX T max_(T a, T b) {
  if constexpr (std::is_integral_v<T>) return a > b ? a : b;
  else if constexpr (of_16_bits<T>) return each([](double x, double y) { return fmax(x, y); }, a, b);
  else return fmax(a, b);
}
LOOM_PTX T neg_(T a) {
  if constexpr (std::is_integral_v<T>) return sub_(T{0}, a);
  else if constexpr (of_16_bits<T>) return each([](double x) { return -x; }, a);
  else return -a;
}
LOOM_PTX T abs_(T a) {
  if constexpr (std::is_integral_v<T>) return a < 0 ? neg_(a) : a;
  else if constexpr (of_16_bits<T>) return each([](double x) { return fabs(x); }, a);
  else return fabs(a);
}
LOOM_PTX T copysign_(T a, T b) { return static_cast<T>(copysign(b, a)); }
LOOM_PTX T mul24_(T a, T b) {
  if constexpr (std::is_signed_v<T>) return __mul24(a, b);
  else return __umul24(a, b);
}
LOOM_PTX T mad24_(T a, T b, T c) { return add_(mul24_(a, b), c); }

// A sum that stays within the range of an integer.
LOOM_PTX T within(long long sum) {
  const long long most = (1ll << (8 * sizeof(T) - 1)) - 1;
  return static_cast<T>(sum > most ? most : sum < -most - 1 ? -most - 1 : sum);
}
LOOM_PTX T add_sat_(T a, T b) { return within<T>(static_cast<long long>(a) + b); }
LOOM_PTX T sub_sat_(T a, T b) { return within<T>(static_cast<long long>(a) - b); }

// From 0 to 1; NaN becomes 0.
LOOM_PTX T saturated_(T a) {
  if constexpr (of_16_bits<T>) return each([](double x) { return x > 0 ? fmin(x, 1.0) : 0; }, a);
  else return a > 0 ? fmin(a, T{1}) : T{0};
}
LOOM_PTX T relu_(T a) {
  if constexpr (of_16_bits<T>) return each([](double x) { return x < 0 ? 0 : x; }, a);
  else return a < 0 ? T{0} : a;
}

// With the carry of the operation before. After a subtraction it says, as in hardware, that nothing was borrowed.
template <class T>
struct Carrying {
  T value;
  bool carry;
};
LOOM_PTX Carrying<T> carrying_add_(T a, T b, bool carry) {
  using U = Unsigned<T>;
  U sum, all;
  const bool first = __builtin_add_overflow(static_cast<U>(a), static_cast<U>(b), &sum), second = __builtin_add_overflow(sum, static_cast<U>(carry), &all);
  return {static_cast<T>(all), first || second};
}
LOOM_PTX Carrying<T> carrying_sub_(T a, T b, bool carry) {
  using U = Unsigned<T>;
  U rest, all;
  const bool first = __builtin_sub_overflow(static_cast<U>(a), static_cast<U>(b), &rest), second = __builtin_sub_overflow(rest, static_cast<U>(!carry), &all);
  return {static_cast<T>(all), !(first || second)};
}
LOOM_PTX Carrying<T> carrying_mad_(T a, T b, T c, bool carry) { return carrying_add_(mul_(a, b), c, carry); }
LOOM_PTX Carrying<T> carrying_mad_hi_(T a, T b, T c, bool carry) { return carrying_add_(mul_hi_(a, b), c, carry); }
LOOM_PTX T sad_(T a, T b, T c) { return add_(c, a < b ? sub_(b, a) : sub_(a, b)); }

LOOM_PTX T ex2_(T a) {
  if constexpr (of_16_bits<T>) return each([](double x) { return exp2(x); }, a);
  else return static_cast<T>(exp2(a));
}
LOOM_PTX T lg2_(T a) { return static_cast<T>(log2(a)); }
LOOM_PTX T sin_(T a) { return static_cast<T>(::sin(a)); }
LOOM_PTX T cos_(T a) { return static_cast<T>(::cos(a)); }
LOOM_PTX T tanh_(T a) {
  if constexpr (of_16_bits<T>) return each([](double x) { return ::tanh(x); }, a);
  else return static_cast<T>(::tanh(a));
}
LOOM_PTX T rcp_(T a) { return 1 / a; }
LOOM_PTX T sqrt_(T a) { return static_cast<T>(::sqrt(a)); }
LOOM_PTX T rsqrt_(T a) { return static_cast<T>(1 / ::sqrt(static_cast<double>(a))); }

LOOM_PTX T and_(T a, T b) { return static_cast<T>(a & b); }
LOOM_PTX T or_(T a, T b) { return static_cast<T>(a | b); }
LOOM_PTX T xor_(T a, T b) { return static_cast<T>(a ^ b); }
LOOM_PTX T not_(T a) {
  if constexpr (std::is_same_v<T, bool>) return !a;
  else return static_cast<T>(~a);
}
// Shifts by more than there are bits move all of them out.
LOOM_PTX T shl_(T a, unsigned by) { return by < 8 * sizeof(T) ? static_cast<T>(static_cast<Unsigned<T>>(a) << by) : T{0}; }
LOOM_PTX T shr_(T a, unsigned by) {
  const unsigned last = 8 * sizeof(T) - 1;
  if (by <= last) return static_cast<T>(a >> by);
  return a < 0 ? static_cast<T>(-1) : T{0};
}
LOOM_PTX T brev_(T a) {
  if constexpr (sizeof(T) == 4) return __brev(a);
  else return __brevll(a);
}
LOOM_PTX unsigned popc_(T a) { return static_cast<unsigned>(__builtin_popcountll(a)); }
LOOM_PTX unsigned clz_(T a) {
  const unsigned bits = 8 * sizeof(T);
  return a == 0 ? bits : static_cast<unsigned>(__builtin_clzll(a)) - (64 - bits);
}
// The highest bit that is not the sign's; all ones where there is none.
LOOM_PTX unsigned bfind_(T a) {
  const auto bits = static_cast<Unsigned<T>>(a < 0 ? ~a : a);
  return 8 * sizeof(T) - 1 - clz_(bits);
}
// `count` bits from the one at `first` upwards; what lies beyond the number is its sign.
LOOM_PTX T bfe_(T a, unsigned first, unsigned count) {
  const unsigned bits = 8 * sizeof(T);
  first &= 255, count &= 255;
  if (count == 0) return 0;
  const T moved = shr_(a, first);
  if (count >= bits) return moved;
  const unsigned spare = bits - count;
  if (std::is_signed_v<T> && first + count > bits) return moved;
  return static_cast<T>(static_cast<T>(static_cast<Unsigned<T>>(moved) << spare) >> spare);
}
// b with the lowest `count` bits of a from the one at `first` upwards.
LOOM_PTX T bfi_(T a, T b, unsigned first, unsigned count) {
  first &= 255, count &= 255;
  const T field = shl_(static_cast<T>(shl_(T{1}, count) - 1), first);
  return static_cast<T>((b & ~field) | (shl_(a, first) & field));
}
// A mask of so many bits from the one at `first` upwards. What would lie beyond the number is clamped away, or taken modulo 32.
LOOM_PTX_PLAIN unsigned bmsk_wrap(unsigned first, unsigned count) {
  return static_cast<unsigned>(((1ull << (count & 31)) - 1) << (first & 31));
}
LOOM_PTX_PLAIN unsigned bmsk_clamp(unsigned first, unsigned count) {
  if (first >= 32) return 0;
  return static_cast<unsigned>((count >= 32 ? ~0ull : (1ull << count) - 1) << first);
}
// Four bytes of a and b, each chosen by four bits; where the highest of these is set, eight times the byte's sign.
LOOM_PTX_PLAIN unsigned prmt(unsigned a, unsigned b, unsigned choices) {
  const unsigned bytes = __byte_perm(a, b, choices);
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned byte = bytes >> 8 * i & 0xff;
    result |= (choices >> 4 * i & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte) << 8 * i;
  }
  return result;
}
// Any function of three bits: `table` says what it is where a, b and c are 1, 1, 1 down to 0, 0, 0.
LOOM_PTX_PLAIN unsigned lop3(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}

}  // namespace loom::ptx
