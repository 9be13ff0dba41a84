// Arithmetic on parts of a word.

#include "loom/device_simd.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <type_traits>

namespace {

// A lane of two or four in a word, as a number of either sign.
template <int lanes>
struct Lanes {
  static constexpr int bits = 32 / lanes;
  static constexpr unsigned mask = (1u << bits) - 1;
  using Signed = std::conditional_t<lanes == 2, std::int16_t, std::int8_t>;
  using Unsigned = std::make_unsigned_t<Signed>;

  static int as_signed(unsigned word, int lane) { return static_cast<Signed>(word >> lane * bits); }
  static int as_unsigned(unsigned word, int lane) { return static_cast<Unsigned>(word >> lane * bits); }

  template <class T>
  static int read(unsigned word, int lane) {
    return std::is_signed_v<T> ? as_signed(word, lane) : as_unsigned(word, lane);
  }

  // The word whose lanes are what the operation makes of those of the operands.
  template <class T, class Operation, class... Words>
  static unsigned each(Operation operation, Words... words) {
    unsigned result = 0;
    for (int lane = 0; lane < lanes; ++lane)
      result |= (static_cast<unsigned>(operation(read<T>(words, lane)...)) & mask) << lane * bits;
    return result;
  }

  template <class T, class Operation, class... Words>
  static unsigned total(Operation operation, Words... words) {
    unsigned sum = 0;
    for (int lane = 0; lane < lanes; ++lane) sum += static_cast<unsigned>(operation(read<T>(words, lane)...));
    return sum;
  }
};

template <class T>
int held(int x) {
  return std::clamp<int>(x, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}

template <class T>
T wrapped(int x) {
  return static_cast<T>(x);
}

int difference(int a, int b) { return std::abs(a - b); }

}  // namespace

// `T` is a lane's type; in the expressions `S` and `U` are the signed and the unsigned one.
#define LOOM_ONE(name, T, expression)                                                                  \
  unsigned int name##2(unsigned int word) {                                                            \
    using S [[maybe_unused]] = std::int16_t;                                                           \
    return Lanes<2>::each<T>([](int a) { return expression; }, word);                                  \
  }                                                                                                    \
  unsigned int name##4(unsigned int word) {                                                            \
    using S [[maybe_unused]] = std::int8_t;                                                            \
    return Lanes<4>::each<T>([](int a) { return expression; }, word);                                  \
  }
#define LOOM_TWO_BY(how, name, T, expression)                                                          \
  unsigned int name##2(unsigned int first, unsigned int second) {                                      \
    using S [[maybe_unused]] = std::int16_t;                                                           \
    using U [[maybe_unused]] = std::uint16_t;                                                          \
    return Lanes<2>::how<T>([](int a, int b) { return expression; }, first, second);                   \
  }                                                                                                    \
  unsigned int name##4(unsigned int first, unsigned int second) {                                      \
    using S [[maybe_unused]] = std::int8_t;                                                            \
    using U [[maybe_unused]] = std::uint8_t;                                                           \
    return Lanes<4>::how<T>([](int a, int b) { return expression; }, first, second);                   \
  }
#define LOOM_TWO(name, T, expression) LOOM_TWO_BY(each, name, T, expression)
#define LOOM_COMPARE(what, T, holds) LOOM_TWO(__vcmp##what, T, (holds) ? -1 : 0) LOOM_TWO(__vset##what, T, (holds) ? 1 : 0)

LOOM_ONE(__vabs, S, std::abs(a))
LOOM_ONE(__vabsss, S, held<S>(std::abs(a)))
LOOM_ONE(__vneg, S, -a)
LOOM_ONE(__vnegss, S, held<S>(-a))
LOOM_TWO(__vabsdiffs, S, difference(a, b))
LOOM_TWO(__vabsdiffu, U, difference(a, b))
LOOM_TWO(__vadd, U, a + b)
LOOM_TWO(__vaddss, S, held<S>(a + b))
LOOM_TWO(__vaddus, U, held<U>(a + b))
LOOM_TWO(__vavgs, S, (a + b + (a + b >= 0)) >> 1)
LOOM_TWO(__vavgu, U, (a + b + 1) >> 1)
LOOM_TWO(__vhaddu, U, (a + b) >> 1)
LOOM_TWO(__vmaxs, S, std::max(a, b))
LOOM_TWO(__vmaxu, U, std::max(a, b))
LOOM_TWO(__vmins, S, std::min(a, b))
LOOM_TWO(__vminu, U, std::min(a, b))
LOOM_TWO_BY(total, __vsads, S, difference(a, b))
LOOM_TWO_BY(total, __vsadu, U, difference(a, b))
LOOM_TWO(__vsub, U, a - b)
LOOM_TWO(__vsubss, S, held<S>(a - b))
LOOM_TWO(__vsubus, U, held<U>(a - b))
LOOM_COMPARE(eq, U, a == b)
LOOM_COMPARE(ne, U, a != b)
LOOM_COMPARE(ges, S, a >= b)
LOOM_COMPARE(geu, U, a >= b)
LOOM_COMPARE(gts, S, a > b)
LOOM_COMPARE(gtu, U, a > b)
LOOM_COMPARE(les, S, a <= b)
LOOM_COMPARE(leu, U, a <= b)
LOOM_COMPARE(lts, S, a < b)
LOOM_COMPARE(ltu, U, a < b)

namespace {

using Halves = Lanes<2>;
using S16 = std::int16_t;
using U16 = std::uint16_t;

int sum(int a, int b) { return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)); }

}  // namespace

#define LOOM_EXTREMES(extreme, first_is_taken)                                                                          \
  int __viadd##extreme##_s32(int a, int b, int c) { return std::extreme(sum(a, b), c); }                                \
  int __viadd##extreme##_s32_relu(int a, int b, int c) { return std::max(std::extreme(sum(a, b), c), 0); }              \
  unsigned int __viadd##extreme##_u32(unsigned int a, unsigned int b, unsigned int c) { return std::extreme(a + b, c); } \
  unsigned int __viadd##extreme##_s16x2(unsigned int a, unsigned int b, unsigned int c) {                               \
    return Halves::each<S16>([](int x, int y, int z) { return std::extreme<int>(wrapped<S16>(x + y), z); }, a, b, c);   \
  }                                                                                                                     \
  unsigned int __viadd##extreme##_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {                          \
    return __vmaxs2(__viadd##extreme##_s16x2(a, b, c), 0);                                                              \
  }                                                                                                                     \
  unsigned int __viadd##extreme##_u16x2(unsigned int a, unsigned int b, unsigned int c) {                               \
    return Halves::each<U16>([](int x, int y, int z) { return std::extreme<int>(wrapped<U16>(x + y), z); }, a, b, c);   \
  }                                                                                                                     \
  int __vi##extreme##3_s32(int a, int b, int c) { return std::extreme({a, b, c}); }                                     \
  int __vi##extreme##3_s32_relu(int a, int b, int c) { return std::max(std::extreme({a, b, c}), 0); }                   \
  unsigned int __vi##extreme##3_u32(unsigned int a, unsigned int b, unsigned int c) { return std::extreme({a, b, c}); } \
  unsigned int __vi##extreme##3_s16x2(unsigned int a, unsigned int b, unsigned int c) {                                 \
    return __v##extreme##s2(__v##extreme##s2(a, b), c);                                                                 \
  }                                                                                                                     \
  unsigned int __vi##extreme##3_s16x2_relu(unsigned int a, unsigned int b, unsigned int c) {                            \
    return __vmaxs2(__vi##extreme##3_s16x2(a, b, c), 0);                                                                \
  }                                                                                                                     \
  unsigned int __vi##extreme##3_u16x2(unsigned int a, unsigned int b, unsigned int c) {                                 \
    return __v##extreme##u2(__v##extreme##u2(a, b), c);                                                                 \
  }                                                                                                                     \
  int __vi##extreme##_s32_relu(int a, int b) { return std::max(std::extreme(a, b), 0); }                                \
  unsigned int __vi##extreme##_s16x2_relu(unsigned int a, unsigned int b) {                                             \
    return __vmaxs2(__v##extreme##s2(a, b), 0);                                                                         \
  }                                                                                                                     \
  int __vib##extreme##_s32(int a, int b, bool* pred) {                                                                  \
    *pred = first_is_taken(a, b);                                                                                       \
    return std::extreme(a, b);                                                                                          \
  }                                                                                                                     \
  unsigned int __vib##extreme##_u32(unsigned int a, unsigned int b, bool* pred) {                                       \
    *pred = first_is_taken(a, b);                                                                                       \
    return std::extreme(a, b);                                                                                          \
  }                                                                                                                     \
  unsigned int __vib##extreme##_s16x2(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo) {                   \
    *pred_hi = first_is_taken(Halves::as_signed(a, 1), Halves::as_signed(b, 1));                                        \
    *pred_lo = first_is_taken(Halves::as_signed(a, 0), Halves::as_signed(b, 0));                                        \
    return __v##extreme##s2(a, b);                                                                                      \
  }                                                                                                                     \
  unsigned int __vib##extreme##_u16x2(unsigned int a, unsigned int b, bool* pred_hi, bool* pred_lo) {                   \
    *pred_hi = first_is_taken(Halves::as_unsigned(a, 1), Halves::as_unsigned(b, 1));                                    \
    *pred_lo = first_is_taken(Halves::as_unsigned(a, 0), Halves::as_unsigned(b, 0));                                    \
    return __v##extreme##u2(a, b);                                                                                      \
  }
LOOM_EXTREMES(max, std::greater_equal<>())
LOOM_EXTREMES(min, std::less_equal<>())

namespace {

template <class T, class E>
T dot_of_bytes(unsigned a, unsigned b, T c) {
  return static_cast<T>(Lanes<4>::total<E>([](int x, int y) { return x * y; }, a, b) + static_cast<unsigned>(c));
}

// The halves of `a` by two of the bytes of `b`, from this one on.
template <class T, class Half, class Byte>
T dot_of_halves(unsigned a, unsigned b, T c, int first) {
  unsigned total = static_cast<unsigned>(c);
  for (int i = 0; i < 2; ++i)
    total += static_cast<unsigned>(Halves::read<Half>(a, i)) * static_cast<unsigned>(Lanes<4>::read<Byte>(b, first + i));
  return static_cast<T>(total);
}

template <class Vector>
unsigned word(Vector v) {
  return std::bit_cast<unsigned>(v);
}

}  // namespace

int __dp4a(int srcA, int srcB, int c) {
  return dot_of_bytes<int, std::int8_t>(static_cast<unsigned>(srcA), static_cast<unsigned>(srcB), c);
}
unsigned int __dp4a(unsigned int srcA, unsigned int srcB, unsigned int c) {
  return dot_of_bytes<unsigned, std::uint8_t>(srcA, srcB, c);
}
int __dp4a(char4 srcA, char4 srcB, int c) { return dot_of_bytes<int, std::int8_t>(word(srcA), word(srcB), c); }
unsigned int __dp4a(uchar4 srcA, uchar4 srcB, unsigned int c) {
  return dot_of_bytes<unsigned, std::uint8_t>(word(srcA), word(srcB), c);
}

#define LOOM_DP2A(which, first)                                                                                  \
  int __dp2a_##which(int srcA, int srcB, int c) {                                                                \
    return dot_of_halves<int, S16, std::int8_t>(static_cast<unsigned>(srcA), static_cast<unsigned>(srcB), c, first); \
  }                                                                                                              \
  unsigned int __dp2a_##which(unsigned int srcA, unsigned int srcB, unsigned int c) {                            \
    return dot_of_halves<unsigned, U16, std::uint8_t>(srcA, srcB, c, first);                                     \
  }                                                                                                              \
  int __dp2a_##which(short2 srcA, char4 srcB, int c) {                                                           \
    return dot_of_halves<int, S16, std::int8_t>(word(srcA), word(srcB), c, first);                               \
  }                                                                                                              \
  unsigned int __dp2a_##which(ushort2 srcA, uchar4 srcB, unsigned int c) {                                       \
    return dot_of_halves<unsigned, U16, std::uint8_t>(word(srcA), word(srcB), c, first);                         \
  }
LOOM_DP2A(lo, 0)
LOOM_DP2A(hi, 2)
