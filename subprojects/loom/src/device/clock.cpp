// The C library's clock, which in device code counts cycles of the processor. It is apart from the rest of device code,
// because where loom/device.h is included, `clock` means this function and not the C library's.
#include <ctime>

#include "engine/processor.hpp"
#include "engine/thread_context.hpp"

extern "C" std::clock_t loom_clock() {
  if (!loom::here.thread) return std::clock();
  const auto now = loom::ticks();
  loom::after_look_at_clock();
  return static_cast<std::clock_t>(now);
}
