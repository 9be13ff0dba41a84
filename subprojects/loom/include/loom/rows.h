// How a kernel is brought to the threads of a block: by a loop in the program's own code, so that the compiler can take the kernel
// into the loop.
#pragma once

#include "vector_types.h"

// The loop is loom's own, wherever it stands.
#if defined(__LOOM_PLAIN__)
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

// Where the device thread in hand is: what device code knows as threadIdx, and what loom knows of the thread.
struct Position {
  uint3 index;
  char* thread;
};
#if defined(__LOOM_PLAIN__)
extern __thread Position position __asm__("threadIdx");
}
extern __thread uint3 threadIdx;
namespace loom {
#endif

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

 private:
  unsigned x_, end_;
  char* thread_;
  const unsigned long* mark_;
};

}  // namespace loom
