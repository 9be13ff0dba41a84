// What AddressSanitizer must be told of stacks that are not the system's. In a build without it, nothing.
#pragma once

#include "engine/fiber.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#endif

namespace loom {

// Before a switch: to which stack.
inline void tell_sanitizer_of_switch([[maybe_unused]] const Fiber& to) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(nullptr, reinterpret_cast<const void*>(to.first), to.last - to.first);
#endif
}

// After it. Of the OS thread's own stack, the sanitizer is who knows where it lies.
inline void tell_sanitizer_of_arrival([[maybe_unused]] Fiber& from) {
#if defined(__SANITIZE_ADDRESS__)
  const void* bottom = nullptr;
  std::size_t bytes = 0;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
  from.first = reinterpret_cast<std::uintptr_t>(bottom);
  from.last = from.first + bytes;
#endif
}

// A stack is used again: what an abandoned fiber had on it is gone.
inline void tell_sanitizer_of_fresh([[maybe_unused]] const Fiber& fiber) {
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(reinterpret_cast<const void*>(fiber.first), fiber.last - fiber.first);
#endif
}

}  // namespace loom
