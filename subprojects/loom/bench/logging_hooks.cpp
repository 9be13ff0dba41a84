// The floor below all checks: hooks that only write down where each access is and where it comes from. Linked before loom, whose
// own of these names then go unused.
#include <cstddef>

namespace {

struct Entry {
  const void* address;
  const void* pc;
};
constexpr std::size_t entries = 4096;
thread_local constinit Entry written[entries]{};
thread_local constinit std::size_t count = 0;

inline void log(const void* address, const void* pc) { written[count++ % entries] = {address, pc}; }

}  // namespace

#define LOOM_HOOKS(bytes)                                                    \
  void __tsan_read##bytes(void* p) { log(p, __builtin_return_address(0)); }  \
  void __tsan_write##bytes(void* p) { log(p, __builtin_return_address(0)); }

#include "hooks.hpp"
