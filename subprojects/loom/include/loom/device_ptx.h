// What instructions of PTX compute; inline assembly is translated to calls of these. They carry PTX's names and an underscore, for
// some of the names are words of C++. Inlined, so that a finding names the assembly.
#pragma once

#include <math.h>

#include <type_traits>

#include "loom/async_copy.h"
#include "loom/device_atomic_access.h"
#include "loom/device.h"

namespace loom::ptx {

#define LOOM_PTX template <class T> __attribute__((always_inline)) inline
#define LOOM_PTX_PLAIN __attribute__((always_inline)) inline

// A value on its way between variables and registers of the same size, whose bits stay, or of another, whose value does.
template <class To, class From>
LOOM_PTX_PLAIN std::remove_cv_t<To> as(From value) {
  using Target = std::remove_cv_t<To>;
  if constexpr (std::is_same_v<Target, bool> || std::is_same_v<From, bool> || sizeof(Target) != sizeof(From))
    return static_cast<Target>(value);
  else
    return __builtin_bit_cast(Target, value);
}

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

// Integers wrap around.
#define LOOM_PTX_WRAPPING(name, sign)                                                         \
  LOOM_PTX T name(T a, T b) {                                                                 \
    if constexpr (std::is_integral_v<T>)                                                      \
      return static_cast<T>(static_cast<Unsigned<T>>(static_cast<unsigned long long>(a) sign static_cast<unsigned long long>(b))); \
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
LOOM_PTX T fma_(T a, T b, T c) { return fma(a, b, c); }
// PTX leaves open what an integer divided by zero is.
LOOM_PTX T div_(T a, T b) { return std::is_integral_v<T> && b == 0 ? static_cast<T>(-1) : static_cast<T>(a / b); }
LOOM_PTX T rem_(T a, T b) { return b == 0 ? a : static_cast<T>(a % b); }
LOOM_PTX T min_(T a, T b) {
  if constexpr (std::is_integral_v<T>) return a < b ? a : b;
  else return fmin(a, b);
}
LOOM_PTX T max_(T a, T b) {
  if constexpr (std::is_integral_v<T>) return a > b ? a : b;
  else return fmax(a, b);
}
LOOM_PTX T neg_(T a) {
  if constexpr (std::is_integral_v<T>) return sub_(T{0}, a);
  else return -a;
}
LOOM_PTX T abs_(T a) {
  if constexpr (std::is_integral_v<T>) return a < 0 ? neg_(a) : a;
  else return fabs(a);
}
LOOM_PTX T sad_(T a, T b, T c) { return add_(c, a < b ? sub_(b, a) : sub_(a, b)); }

LOOM_PTX T ex2_(T a) { return static_cast<T>(exp2(a)); }
LOOM_PTX T lg2_(T a) { return static_cast<T>(log2(a)); }
LOOM_PTX T sin_(T a) { return static_cast<T>(::sin(a)); }
LOOM_PTX T cos_(T a) { return static_cast<T>(::cos(a)); }
LOOM_PTX T tanh_(T a) { return static_cast<T>(::tanh(a)); }
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
// Any function of three bits: `table` says what it is where a, b and c are 1, 1, 1 down to 0, 0, 0.
LOOM_PTX_PLAIN unsigned lop3(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}

LOOM_PTX auto low_(T a) {
  if constexpr (sizeof(T) == 8) return static_cast<unsigned>(a);
  else return static_cast<unsigned short>(a);
}
LOOM_PTX auto high_(T a) { return low_(static_cast<T>(static_cast<Unsigned<T>>(a) >> 4 * sizeof(T))); }
template <class T, class Half>
LOOM_PTX_PLAIN T pair_(Half low, Half high) {
  using Bits = std::conditional_t<sizeof(T) == 8, unsigned, unsigned short>;
  const T up = as<Bits>(high);
  return static_cast<T>(up << 4 * sizeof(T) | as<Bits>(low));
}

// A number beyond an integer's range becomes the nearest in it, and one that is none becomes 0, or the highest bit alone where either
// side has 64 bits.
template <class To, class From>
LOOM_PTX_PLAIN To converted(From a) {
  if constexpr (std::is_integral_v<To> && !std::is_integral_v<From>) {
    const To least = std::is_signed_v<To> ? static_cast<To>(Unsigned<To>{1} << (8 * sizeof(To) - 1)) : To{0};
    const To most = static_cast<To>(~static_cast<Unsigned<To>>(least));
    if (a != a) return sizeof(From) == 8 || sizeof(To) == 8 ? static_cast<To>(Unsigned<To>{1} << (8 * sizeof(To) - 1)) : To{0};
    if (a <= static_cast<From>(least)) return least;
    return a >= static_cast<From>(most) ? most : static_cast<To>(a);
  } else {
    return static_cast<To>(a);
  }
}
template <class To, class From>
LOOM_PTX_PLAIN To convert_rn(From a) { return converted<To>(a); }
template <class To, class From>
LOOM_PTX_PLAIN To convert_rni(From a) { return converted<To>(nearbyint(a)); }
template <class To, class From>
LOOM_PTX_PLAIN To convert_rzi(From a) { return converted<To>(trunc(a)); }
template <class To, class From>
LOOM_PTX_PLAIN To convert_rmi(From a) { return converted<To>(floor(a)); }
template <class To, class From>
LOOM_PTX_PLAIN To convert_rpi(From a) { return converted<To>(ceil(a)); }

// An address in a register. In 32 bits it is one in shared memory.
LOOM_PTX T* address_(unsigned long long base, long long offset) { return reinterpret_cast<T*>(base + static_cast<unsigned long long>(offset)); }
LOOM_PTX T* address_(unsigned base, long long offset) { return static_cast<T*>(shared_address(base + static_cast<unsigned>(offset))); }
LOOM_PTX_PLAIN unsigned long long generic(unsigned long long address) { return address; }
LOOM_PTX_PLAIN unsigned long long generic(unsigned address) { return reinterpret_cast<unsigned long long>(shared_address(address)); }

// Those that have not been committed, too.
LOOM_PTX_PLAIN void wait_for_all_copies() {
  commit_copies();
  wait_for_copies(0);
}

// Shuffles. `c` holds the last lane of a segment, and from the eighth bit upwards which bits of a lane's number name its segment.
struct Shuffled {
  unsigned value;
  bool valid;
};
LOOM_PTX_PLAIN Shuffled shuffled(unsigned value, unsigned from, bool valid, unsigned mask) {
  return {exchange(mask, value, valid ? from & 31 : lane()), valid};
}
LOOM_PTX_PLAIN unsigned last_lane(unsigned c) { return (lane() & (c >> 8 & 31)) | (c & 31 & ~(c >> 8)); }
LOOM_PTX_PLAIN Shuffled shuffle_up(unsigned value, unsigned by, unsigned c, unsigned mask) {
  const int from = static_cast<int>(lane()) - static_cast<int>(by & 31);
  return shuffled(value, static_cast<unsigned>(from), from >= static_cast<int>(last_lane(c)), mask);
}
LOOM_PTX_PLAIN Shuffled shuffle_down(unsigned value, unsigned by, unsigned c, unsigned mask) {
  const unsigned from = lane() + (by & 31);
  return shuffled(value, from, from <= last_lane(c), mask);
}
LOOM_PTX_PLAIN Shuffled shuffle_bfly(unsigned value, unsigned lanes, unsigned c, unsigned mask) {
  const unsigned from = lane() ^ (lanes & 31);
  return shuffled(value, from, from <= last_lane(c), mask);
}
LOOM_PTX_PLAIN Shuffled shuffle_idx(unsigned value, unsigned source, unsigned c, unsigned mask) {
  const unsigned segment = c >> 8 & 31, from = (lane() & segment) | (source & 31 & ~segment);
  return shuffled(value, from, from <= last_lane(c), mask);
}

#undef LOOM_PTX
#undef LOOM_PTX_PLAIN

}  // namespace loom::ptx
