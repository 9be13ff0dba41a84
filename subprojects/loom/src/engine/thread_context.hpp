// What every hook must know at once about the OS thread that calls it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "engine/events.hpp"
#include "vector_types.h"

namespace loom {

class BlockRunner;

struct alignas(64) ThreadContext {
  uint3 index{};                     // threadIdx
  // The device thread that runs, or nullptr on the host.
  Thread* thread = nullptr;
  // Whether its accesses are announced. Off while loom's own code runs in a device thread; on the host on only while its memory is what
  // pending work may use.
  bool listening = false;
  // Whether memory has changed since the last look at the clock: what tells work from spinning.
  bool changed = false;
  // Whether registers of the block's threads are lent to products of matrices, and an access to a stack may be one too early.
  bool registers_lent = false;
  // Accesses that may still be made before the next look at the clock.
  std::int32_t budget = 0;
  // The stack of the device thread, which only it can see, and how deep it may grow.
  std::uintptr_t stack_first = 0;
  std::uintptr_t stack_bytes = 0;
  std::uintptr_t stack_limit = 0;
  BlockRunner* runner = nullptr;

  bool on_stack(std::uintptr_t address) const { return address - stack_first < stack_bytes; }
  bool listening_on_device() const { return listening && thread; }
};

// Device code knows the beginning of it as threadIdx: a thread that begins writes one line of the cache.
extern constinit thread_local ThreadContext here __asm__("threadIdx");
static_assert(offsetof(ThreadContext, index) == 0);

// While one lives, loom's own code runs in the device thread and nothing it touches is announced.
class HooksMuted {
 public:
  HooksMuted() : listened_(here.listening) { here.listening = false; }
  ~HooksMuted() { here.listening = listened_; }
  HooksMuted(const HooksMuted&) = delete;
  HooksMuted& operator=(const HooksMuted&) = delete;

 private:
  bool listened_;
};

// All checks, in the order they were added, and those notified of the current launch.
struct Checks {
  static constexpr unsigned most = 16;
  Check* added[most] = {};
  Check* list[most] = {};
  Check* following[most + 1] = {};   // those that are told of each block, and then a nullptr
  Check* watching[2][most + 1] = {}; // those that hear of an aligned and of a misaligned access, and then a nullptr
  unsigned count = 0, told = 0;
  FastPath fast_path;                // speaks for those that hear of an aligned access; nothing where it cannot

  Check* const* begin() const { return list; }
  Check* const* end() const { return list + told; }
};
extern constinit Checks checks;

// The listener to the threads' paths, or nullptr. Changes while they run. Hidden from shared libraries, or each hook would look up its address.
[[gnu::visibility("hidden")]] extern constinit std::atomic<PathListener*> path_listener;

// The listener to the host's accesses, or nullptr.
extern constinit HostListener* host_listener;

// True once a module with instrumented accesses has been loaded: atomics and copies made through loom's own functions
// are announced only then, or a check would see them without the accesses around them.
extern constinit bool instrumented;

// Announces an access to every check; where one objects, the kernel ends here and the access never happens.
void announce(AccessKind kind, const volatile void* address, std::size_t bytes, std::uintptr_t pc);
// `by_proxy`: it is not an access as the counters of a GPU know them.
void announce_atomic(const volatile void* address, std::size_t bytes, std::uintptr_t pc, Atomicity, bool by_proxy = false);
void announce_by_proxy(AccessKind kind, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc);
void announce_fence(Scope, std::uintptr_t pc);

// Accounts for something that a thread may repeat while it waits for another: lets the others run when it was often enough.
inline constexpr std::int32_t full_budget = 1 << 16;
inline constexpr std::int32_t spin_cost = full_budget / 16;
inline constexpr std::int32_t fence_cost = full_budget / 512;
void tick(std::uintptr_t pc);
void tick_at_read(std::uintptr_t pc, std::uintptr_t address);
inline void spend(std::int32_t cost, std::uintptr_t pc) {
  here.budget -= cost;
  if (here.budget <= 0) [[unlikely]] tick(pc);
}
// Before a volatile access. Nothing keeps lanes in step, but programs that rely on it nonetheless get what they do on a GPU: all
// threads read before any of them writes, and the other way round.
void yield_before_volatile(bool writes, std::uintptr_t pc);
// After a look at the clock. A thread that looks again and again waits for a time to come, and the threads of a block wait for it
// together, as on a GPU, and not one after another.
inline constexpr std::uint8_t patient_looks = 2;   // as many as it takes to measure something
void after_look_at_clock();
inline void spend_read(std::uintptr_t pc, std::uintptr_t address) {
  if (--here.budget <= 0) [[unlikely]] tick_at_read(pc, address);
}

// After an atomic access. One that changed nothing may be repeated until another thread has run; one that did may have taken a
// lock, and others had better not run before it is given back.
inline void after_atomic(bool changed, std::uintptr_t pc) {
  if (!here.thread) return;
  if (changed) here.changed = true;
  spend(changed ? 1 : spin_cost, pc);
}

#define LOOM_CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

}  // namespace loom
