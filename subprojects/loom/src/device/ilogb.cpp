// ilogb, of which C leaves open what it is for zero and NaN: on a GPU, and in the C library on x86-64, it is INT_MIN for both.
// Apart from the rest of device code for the same reason as the clock.
#if defined(__aarch64__)
#include <climits>
#include <cmath>

#include "engine/thread_context.hpp"

namespace {

template <class T>
int exponent_of(T x) {
  const bool on_device = loom::here.thread;
  return on_device && (x == 0 || std::isnan(x)) ? INT_MIN : std::ilogb(x);
}

}  // namespace

extern "C" int loom_ilogb(double x) { return exponent_of(x); }
extern "C" int loom_ilogbf(float x) { return exponent_of(x); }
#endif
