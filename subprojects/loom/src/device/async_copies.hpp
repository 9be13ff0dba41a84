// What the checks are told of asynchronous work: by the current thread, at `pc`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/thread_context.hpp"
#include "loom/scopes.h"
#include "loom/tensor_map.h"

namespace loom {

// complete_bytes for the code at `pc`.
void complete_bytes(std::uint64_t* barrier, std::uint32_t bytes, Scope, std::uintptr_t pc);

template <class Tell>
void tell_checks(Tell tell) {
  if (!here.listening_on_device() || !instrumented) return;
  const HooksMuted muted;
  for (Check* check : checks) tell(*check, *here.thread);
}

inline void tell_copy_begins(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  tell_checks([&](Check& check, const Thread& thread) { check.copy_begins(thread, address, static_cast<std::uint32_t>(bytes), pc); });
}
inline void tell_read_begins(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc, ProxyWork work) {
  tell_checks([&](Check& check, const Thread& thread) { check.read_begins(thread, address, static_cast<std::uint32_t>(bytes), pc, work); });
}
inline void tell_reads_committed(ProxyWork work) {
  tell_checks([&](Check& check, const Thread& thread) { check.reads_committed(thread, work); });
}
inline void tell_reads_awaited(ProxyWork work, std::size_t but) {
  tell_checks([&](Check& check, const Thread& thread) { check.reads_awaited(thread, work, but); });
}
inline void tell_tile_copied(std::uintptr_t address, std::size_t bytes, Swizzle swizzle, std::uintptr_t pc) {
  tell_checks([&](Check& check, const Thread& thread) { check.tile_copied(thread, address, bytes, swizzle, pc); });
}

}  // namespace loom
