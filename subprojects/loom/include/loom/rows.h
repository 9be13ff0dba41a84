// How a kernel is brought to the threads of a block: by a loop in the program's own code, so that the compiler can take the kernel
// into the loop.
#pragma once

#include <cstddef>
#include <type_traits>

#include "vector_types.h"

// The loop is loom's own, wherever it stands.
#if defined(__LOOM_PLAIN__) || defined(__clang__)
#define LOOM_UNWATCHED __attribute__((always_inline))
#else
#define LOOM_UNWATCHED __attribute__((always_inline, no_sanitize("thread"), no_sanitize_coverage))
#endif

namespace loom {

// Threads of a block that differ in threadIdx.x alone, and have not begun.
struct Row {
  unsigned first, end;               // threadIdx.x of the first, and one past that of the last
  char* thread;                      // the first, as loom knows it; the next lies thread_bytes further on
  const unsigned long* mark;

  // What the mark says until a thread has waited or has used more stack than there is. The row ends with that thread.
  static constexpr unsigned long whole = 0x5741525020574546;
};
inline constexpr unsigned long thread_bytes = 128;

// Ends the threads of the fiber's last row, as far as they have begun, and makes the first of another the thread in hand; nullptr where
// the fiber is to run no more. Threads that are watched come one by one.
#if defined(__LOOM_PLAIN__)
const Row* next_row(unsigned most = ~0u);
#else
const Row* next_row(unsigned most = 1);
#endif

// Blocks of that shape, so many in a row along x; blockIdx says which is the first.
struct Blocks {
  dim3 shape;
  unsigned count;
};

// The same with all threads of some blocks at once, which no other part of loom hears of. Who runs them counts blockIdx.x on, to the last.
const Blocks* all_threads();

// Where the device thread in hand is: what device code knows as threadIdx, and what loom knows of the thread.
struct Position {
  uint3 index;
  char* thread;
};
#if defined(__LOOM_PLAIN__)
extern __thread Position position __asm__("threadIdx");
extern __thread uint3 block_in_hand __asm__("blockIdx");
}
extern __thread uint3 threadIdx;
extern __thread const uint3 blockIdx, blockDim, gridDim;
namespace loom {
#endif

#if defined(__LOOM_PLAIN__)
// Whether `blockIdx.x * blockDim.x + threadIdx.x` fits into an `int` in every thread of the block.
inline constexpr unsigned most_threads = 1024;
LOOM_UNWATCHED inline bool is_far_from_overflow() { return block_in_hand.x * blockDim.x <= ~0u / 2 - most_threads; }

// Calls it with the index of one thread after another of a block of that shape.
template <class Kernel>
LOOM_UNWATCHED void for_all(const dim3& shape, Kernel kernel) {
  for (unsigned z = 0; z < shape.z; ++z)
    for (unsigned y = 0; y < shape.y; ++y)
      for (unsigned x = 0; x < shape.x; ++x) kernel(uint3{x, y, z});
}

// The same, far from overflow. What is counted is the number that most kernels make of their index, as an `int`: then the compiler sees
// where `i < n` ends to hold, and parts the loop there.
template <class Kernel>
LOOM_UNWATCHED void for_all_in_line(const dim3& shape, Kernel kernel) {
  const unsigned width = shape.x, height = shape.y, depth = shape.z;
  if (width > most_threads) __builtin_unreachable();
  const unsigned first = blockIdx.x * blockDim.x;
  if (first > ~0u / 2 - most_threads) __builtin_unreachable();
  for (unsigned z = 0; z < depth; ++z)
    for (unsigned y = 0; y < height; ++y)
      for (int i = static_cast<int>(first); i < static_cast<int>(first + width); ++i) kernel(uint3{static_cast<unsigned>(i) - first, y, z});
}
#endif

#if defined(__LOOM_PLAIN__)
// The same where each thread is one loop that strides from its place in the grid by the grid's width, as far as numbers of its type go: all
// do one turn of it before any does the next, and what neighbours use lies side by side. A turn does nothing if it is asked whether it
// is one, and in that case says so.
template <class Turn>
LOOM_UNWATCHED void for_all_in_turns(const dim3& shape, const long long last, Turn turn) {
  const unsigned width = shape.x, height = shape.y, depth = shape.z, first = blockIdx.x * blockDim.x;
  if (width > most_threads) __builtin_unreachable();
  const auto goes_on = [&](long long at) __attribute__((always_inline)) {
    for (unsigned z = 0; z < depth; ++z)
      for (unsigned y = 0; y < height; ++y)
        for (unsigned x = 0; x < width; ++x)
          if (at + x <= last && turn(uint3{x, y, z}, at + x, true)) return true;
    return false;
  };
  for (long long at = first; goes_on(at); at += gridDim.x * blockDim.x)
    for (unsigned z = 0; z < depth; ++z)
      for (unsigned y = 0; y < height; ++y)
        if (at <= static_cast<int>(~0u / 2 - most_threads)) {
          for (int i = static_cast<int>(at); i < static_cast<int>(at) + static_cast<int>(width); ++i)
            turn(uint3{static_cast<unsigned>(i) - static_cast<unsigned>(at), y, z}, i, false);
        } else {
          for (unsigned x = 0; x < width; ++x) turn(uint3{x, y, z}, at + x, false);
        }
}
template <class T>
inline constexpr long long last_of = static_cast<T>(-1) > 0 ? static_cast<long long>(static_cast<unsigned long long>(static_cast<T>(-1)) >> (sizeof(T) == 8))
                                                            : static_cast<long long>((1ull << (8 * sizeof(T) - 1)) - 1);
#endif

// What pointers point to, and arrays consist of.
template <class T>
struct Element { using Type = T; };
template <class T>
struct Element<T&> : Element<T> {};
template <class T>
struct Element<T*> : Element<T> {};
template <class T>
struct Element<T* const> : Element<T> {};
template <class T>
struct Element<T* __restrict__> : Element<T> {};
template <class T>
struct Element<T* const __restrict__> : Element<T> {};
template <class T>
struct Element<T[]> : Element<T> {};
template <class T, std::size_t n>
struct Element<T[n]> : Element<T> {};

template <class T, class... Others>
inline constexpr bool is_one_of = (std::is_same_v<std::remove_const_t<T>, Others> || ...);
#define LOOM_VECTORS(name) name##1, name##2, name##3, name##4
#define LOOM_WIDE_VECTORS(name) name##1, name##2, name##3, name##4_16a, name##4_32a
template <class T>
inline constexpr bool is_vector =
    is_one_of<T, LOOM_VECTORS(char), LOOM_VECTORS(uchar), LOOM_VECTORS(short), LOOM_VECTORS(ushort), LOOM_VECTORS(int), LOOM_VECTORS(uint),
              LOOM_VECTORS(float), LOOM_WIDE_VECTORS(long), LOOM_WIDE_VECTORS(ulong), LOOM_WIDE_VECTORS(longlong), LOOM_WIDE_VECTORS(ulonglong),
              LOOM_WIDE_VECTORS(double)>;
#undef LOOM_VECTORS
#undef LOOM_WIDE_VECTORS

// What a kernel says that calls no function by its text: what it says by names. It calls none at all where they are numbers that do not
// change by themselves; and where no operators are declared for enumerations, vectors and plain structs, they may be such, too.
template <class... Names>
struct OnlyNumbers {
  static constexpr bool only = ((std::is_arithmetic_v<typename Element<Names>::Type> && !std::is_volatile_v<typename Element<Names>::Type>) && ...);
};
template <class... Types>
struct Structs {
  template <class T>
  static constexpr bool have = !std::is_volatile_v<T> && (std::is_arithmetic_v<T> || std::is_enum_v<T> || is_vector<T> || is_one_of<T, Types...>);
};
template <class Structs, class... Names>
struct NumbersAnd {
  static constexpr bool only = (Structs::template have<typename Element<Names>::Type> && ...);
};
template <class... Names>
using Numbers = NumbersAnd<Structs<>, Names...>;

class Threads {
 public:
  LOOM_UNWATCHED explicit Threads(const Row& row) : x_(row.first), end_(row.end), thread_(row.thread), mark_(row.mark) {}

  // Whether there is one more in the row, which then is the thread in hand.
  LOOM_UNWATCHED bool next() {
#if defined(__LOOM_PLAIN__)
    if (x_ == end_ || *mark_ != Row::whole) return false;
    ::threadIdx.x = x_++;
    position.thread = thread_;
    thread_ += thread_bytes;
    return true;
#else
    return x_++ != end_;
#endif
  }

  // Where that is; nobody asks where threads are watched.
#if defined(__LOOM_PLAIN__)
  LOOM_UNWATCHED static uint3 index() { return ::threadIdx; }
#else
  static uint3 index();
#endif

 private:
  unsigned x_, end_;
  char* thread_;
  const unsigned long* mark_;
};

}  // namespace loom
