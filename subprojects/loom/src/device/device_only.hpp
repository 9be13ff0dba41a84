// Functions that exist in kernels only. nvcc refuses to compile a call from the host; here it is found when it happens.
#pragma once

#include "engine/thread_context.hpp"

namespace loom {

[[noreturn]] void called_on_host(const char* function);

inline void device_only(const char* function) {
  if (!here.thread) [[unlikely]] called_on_host(function);
}

}  // namespace loom
