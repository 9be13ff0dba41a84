// The functions that -fsanitize=thread makes the compiler call at every access, and -fsanitize=bounds at an index that is out of range, here with
// loom's own meaning.
// On the host they return at once.

#include <algorithm>
#include <bit>
#include <string_view>

#include "engine/block.hpp"
#include "engine/engine.hpp"
#include "engine/lent_registers.hpp"
#include "engine/thread_context.hpp"

namespace loom {

constinit bool instrumented = false;

namespace {

// The rare half of a hook: an access that others could see.
[[gnu::noinline]] void announce_outside_stack(const Access& access) {
  if (!here.thread) [[unlikely]] {
    const HooksMuted muted;
    if (host_listener) host_listener->host_accesses(access);
    return;
  }
  Verdict verdict = Verdict::proceed;
  {
    const HooksMuted muted;
    const Thread& thread = *here.thread;
    for (Check* const* check = checks.watching[access.misaligned()]; *check != nullptr; ++check) {
      verdict = (*check)->access(thread, access);
      if (verdict != Verdict::proceed) [[unlikely]] break;
    }
    if (verdict != Verdict::proceed) [[unlikely]]
      for (Check* check : checks) check->thread_stops(thread);
  }
  if (verdict == Verdict::illegal_address) here.runner->stop(cudaErrorIllegalAddress);
  if (verdict == Verdict::misaligned_address) here.runner->stop(cudaErrorMisalignedAddress);
  if (verdict == Verdict::beyond_neighbour) here.runner->stop(cudaErrorLaunchFailure);     // as on an H100
}

[[gnu::noinline]] void announce_on_stack(const Access& access) {
  if (!here.listening_on_device() || uses_own_registers[here.thread->rank]) return;
  const HooksMuted muted;
  for (Check* check : checks) check->stack_access(*here.thread, access);
}

// Whether an access there matters to others: not that of a thread's own variables, nor the host's as long as no work is pending.
inline bool is_seen(std::uintptr_t address) { return here.listening && !here.on_stack(address); }

// Whether what lies there can have changed is only known of atomics; other writes count as change.
template <AccessKind kind>
inline void prepare(std::uintptr_t address, std::uintptr_t pc) {
  if constexpr (kind == AccessKind::write || kind == AccessKind::volatile_write) here.changed = true;
  // Others run before the announcement, not between it and the access: a check may look at what the access has done.
  constexpr bool may_wait = kind == AccessKind::volatile_read || kind == AccessKind::volatile_write;
  if constexpr (kind == AccessKind::read) spend_read(pc, address);
  else if constexpr (may_wait) yield_before_volatile(kind == AccessKind::volatile_write, pc);
  else spend(1, pc);
}

// Most plain accesses are handled at once.
template <AccessKind kind, std::size_t bytes>
inline bool handled(std::uintptr_t address, std::uintptr_t pc) {
  if constexpr (kind != AccessKind::read && kind != AccessKind::write) return false;
  const FastPath::Handles handles = checks.fast_path.handles[kind == AccessKind::write][std::countr_zero(bytes)];
  if (address % bytes != 0 || handles == nullptr || here.thread == nullptr) return false;
  const HooksMuted muted;
  return handles(*here.thread, address, pc);
}

template <AccessKind kind>
inline void hook(const volatile void* pointer, std::size_t bytes, std::uintptr_t pc, Atomicity atomicity = {}) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!is_seen(address)) return;
  prepare<kind>(address, pc);
  announce_outside_stack({address, static_cast<std::uint32_t>(bytes), kind, pc, atomicity});
}

// The hooks of numbers are jumped over as quickly as can be: whatever needs registers of its own is a function of its own.
template <AccessKind kind, std::size_t bytes>
[[gnu::noinline]] void announce_number(std::uintptr_t address, std::uintptr_t pc) {
  prepare<kind>(address, pc);
  if (handled<kind, bytes>(address, pc)) [[likely]] return;
  announce_outside_stack({address, bytes, kind, pc, {}});
}

template <AccessKind kind, std::size_t bytes>
inline void hook_number(const void* pointer, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_seen(address)) announce_number<kind, bytes>(address, pc);
  else if (here.registers_lent) [[unlikely]] announce_on_stack({address, bytes, kind, pc, {}});
}

// True where no check has to hear of a struct or a copy: it is the thread's own, or no wider than some words, and was handled word by word.
template <AccessKind kind>
bool try_handle_words(std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  constexpr std::size_t most = 64;
  if (!is_seen(address)) return true;
  prepare<kind>(address, pc);
  if (bytes % 4 != 0 || bytes > most) return false;
  for (const std::uintptr_t end = address + bytes; address < end; address += 4)
    if (!handled<kind, 4>(address, pc)) return false;
  return true;
}

// Goes whole where no register is as wide; else in pieces, each aligned, since a GPU may access it in such.
template <AccessKind kind>
void announce_in_pieces(std::uintptr_t address, std::size_t bytes, std::size_t widest, std::uintptr_t pc, Range whole = {0, 0}) {
  const bool a_register = bytes <= 16 && (bytes & (bytes - 1)) == 0;
  const std::size_t piece = a_register ? (address | widest) & -(address | widest) : bytes;
  for (std::size_t done = 0; done < bytes; done += piece)
    announce_outside_stack({address + done, static_cast<std::uint32_t>(piece), kind, pc, {}, false, whole});
}

// A copy that the program asks for.
template <AccessKind kind>
void hook_copy(const void* pointer, std::size_t bytes, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!try_handle_words<kind>(address, bytes, pc)) announce_in_pieces<kind>(address, bytes, bytes, pc);
}

// GCC calls a struct a range where its members are narrower than it is, and a number that it knows to be misaligned. Its pieces are as
// wide as the members can be.
template <AccessKind kind>
void hook_struct(const void* pointer, std::size_t bytes, std::uintptr_t pc) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!try_handle_words<kind>(address, bytes, pc)) announce_in_pieces<kind>(address, bytes, bytes <= 4 ? 1 : 4, pc, {address, address + bytes});
}

// The listener to the path of the calling thread, or nullptr.
inline PathListener* follower() {
  PathListener* const listener = path_listener.load(std::memory_order_relaxed);
  return listener != nullptr && here.listening_on_device() ? listener : nullptr;
}

[[gnu::noinline]] void enter_block(PathListener& listener, std::uintptr_t pc) {
  const HooksMuted muted;
  listener.enters(*here.thread, pc);
}

Order order_of(int order) {
  switch (order) {
    case __ATOMIC_RELAXED: return Order::relaxed;
    case __ATOMIC_CONSUME:
    case __ATOMIC_ACQUIRE: return Order::acquire;
    case __ATOMIC_RELEASE: return Order::release;
    case __ATOMIC_ACQ_REL: return Order::acquire_release;
    default: return Order::sequential;
  }
}

// Does what an atomic operation of C++ does. The operation answers what there was, and says whether it changed that.
template <class T, class Operation>
inline T atomic(const volatile void* pointer, std::uintptr_t pc, AtomicKind kind, int order, Operation operation, bool compares = false) {
  hook<AccessKind::atomic>(pointer, sizeof(T), pc, {kind, order_of(order), Scope::system, compares});
  bool changed = false;
  const T before = operation(const_cast<T*>(static_cast<const volatile T*>(pointer)), changed);
  after_atomic(changed, pc);
  return before;
}

}  // namespace

void announce(AccessKind kind, const volatile void* pointer, std::size_t bytes, std::uintptr_t pc) {
  if (!instrumented) return;
  switch (kind) {
    case AccessKind::read: return hook_copy<AccessKind::read>(const_cast<const void*>(pointer), bytes, pc);
    case AccessKind::write: return hook_copy<AccessKind::write>(const_cast<const void*>(pointer), bytes, pc);
    case AccessKind::volatile_read: return hook<AccessKind::volatile_read>(pointer, bytes, pc);
    case AccessKind::volatile_write: return hook<AccessKind::volatile_write>(pointer, bytes, pc);
    case AccessKind::atomic: return announce_atomic(pointer, bytes, pc, {});
  }
}

void announce_atomic(const volatile void* pointer, std::size_t bytes, std::uintptr_t pc, Atomicity atomicity, bool by_proxy) {
  if (!here.listening_on_device()) return;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (instrumented && !here.on_stack(address))
    announce_outside_stack({address, static_cast<std::uint32_t>(bytes), AccessKind::atomic, pc, atomicity, by_proxy});
}

void announce_by_proxy(AccessKind kind, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  if (!instrumented || !here.listening_on_device()) return;
  if (writes(kind)) here.changed = true;
  announce_outside_stack({address, static_cast<std::uint32_t>(bytes), kind, pc, {}, true});
}

namespace {

// What -fsanitize=bounds passes with an index. A type's `info` is twice the logarithm of an integer's bits, plus one where it is signed.
struct SanitizerType {
  std::uint16_t kind, info;
  char name[1];                      // "'float [8][4]'"
};
struct IndexedArray {
  const char* file;
  std::uint32_t line, column;
  const SanitizerType *array, *index;
};

// The compiler has compared the index with the declared number of elements. Arrays of one element, as at the end of a struct, may stand for more.
void check_index(const IndexedArray& indexed, std::uintptr_t index, std::uintptr_t pc) {
  if (!here.listening_on_device()) return;
  std::string_view type = indexed.array->name;
  if (type.starts_with('\'')) type = type.substr(1, type.size() - 2);
  if (type.find(" [1]") != type.npos) return;
  {
    const HooksMuted muted;
    const unsigned unused_bits = 64 - std::min(64u, 1u << (indexed.index->info >> 1));
    const bool is_signed = indexed.index->info & 1;
    const auto value = is_signed ? static_cast<std::int64_t>(index << unused_bits) >> unused_bits : static_cast<std::int64_t>(index);
    for (Check* check : checks) check->bad_index(*here.thread, {type, value, pc});
    for (Check* check : checks) check->thread_stops(*here.thread);
  }
  here.runner->stop(cudaErrorIllegalAddress);
}

void announce_object(std::uintptr_t address, std::uintptr_t table) {
  if (here.thread && here.on_stack(address)) return;
  const HooksMuted muted;
  for (Check* check : checks) check->object_built(here.thread, address, table);
}

}  // namespace

void announce_fence(Scope scope, std::uintptr_t pc) {
  if (!here.listening_on_device()) return;
  const HooksMuted muted;
  for (Check* check : checks) check->fence(*here.thread, scope, pc);
}

}  // namespace loom

using loom::AccessKind;

extern "C" {

void __tsan_init() { loom::instrumented = true; }

// Called with the function's frame already laid out: an overflow is seen before anything is written there.
void __tsan_func_entry(void* caller) {
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (frame < loom::here.stack_limit && loom::here.listening) [[unlikely]]
    loom::here.runner->stop_for_overflow(LOOM_CALLER);
  if (auto* const listener = loom::follower()) [[unlikely]] listener->calls(*loom::here.thread, reinterpret_cast<std::uintptr_t>(caller));
}
void __tsan_func_exit() {
  if (auto* const listener = loom::follower()) [[unlikely]] listener->returns(*loom::here.thread);
}

// Called at the start of each basic block.
void __sanitizer_cov_trace_pc() {
  if (auto* const listener = loom::follower()) [[unlikely]] loom::enter_block(*listener, LOOM_CALLER);
}

#define LOOM_HOOKS(bytes)                                                                                             \
  void __tsan_read##bytes(void* p) { loom::hook_number<AccessKind::read, bytes>(p, LOOM_CALLER); }                    \
  void __tsan_write##bytes(void* p) { loom::hook_number<AccessKind::write, bytes>(p, LOOM_CALLER); }                  \
  void __tsan_volatile_read##bytes(void* p) { loom::hook_number<AccessKind::volatile_read, bytes>(p, LOOM_CALLER); }  \
  void __tsan_volatile_write##bytes(void* p) { loom::hook_number<AccessKind::volatile_write, bytes>(p, LOOM_CALLER); }

LOOM_HOOKS(1)
LOOM_HOOKS(2)
LOOM_HOOKS(4)
LOOM_HOOKS(8)
LOOM_HOOKS(16)

void __tsan_read_range(void* p, unsigned long bytes) { loom::hook_struct<AccessKind::read>(p, bytes, LOOM_CALLER); }
void __tsan_write_range(void* p, unsigned long bytes) { loom::hook_struct<AccessKind::write>(p, bytes, LOOM_CALLER); }

void __tsan_vptr_read(void** p) { loom::hook<AccessKind::read>(p, sizeof *p, LOOM_CALLER); }
void __tsan_vptr_update(void** p, void* table) {
  loom::hook<AccessKind::write>(p, sizeof *p, LOOM_CALLER);
  loom::announce_object(reinterpret_cast<std::uintptr_t>(p), reinterpret_cast<std::uintptr_t>(table));
}

void __ubsan_handle_out_of_bounds(void* indexed, void* index) {
  loom::check_index(*static_cast<const loom::IndexedArray*>(indexed), reinterpret_cast<std::uintptr_t>(index), LOOM_CALLER);
}

// On arm64, where the processor does not fault, the compiler has compared the divisor with zero.
void __ubsan_handle_divrem_overflow(void*, void*, void*) {
  if (loom::here.thread) loom::here.runner->stop_for_division(LOOM_CALLER);
}

void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  loom::announce_fence(loom::Scope::system, LOOM_CALLER);
  if (loom::here.listening_on_device()) loom::spend(loom::fence_cost, LOOM_CALLER);
}
void __tsan_atomic_signal_fence(int) {}

// Every memory order is served by the strongest.
#define LOOM_ATOMIC_FETCH(bits, T, name, after)                                                                       \
  T __tsan_atomic##bits##_fetch_##name(volatile void* p, T value, int order) {                                        \
    return loom::atomic<T>(p, LOOM_CALLER, loom::AtomicKind::update, order, [=](T* x, bool& changed) {                \
      const T before = __atomic_fetch_##name(x, value, __ATOMIC_SEQ_CST);                                             \
      changed = before != static_cast<T>(after);                                                                      \
      return before;                                                                                                  \
    });                                                                                                               \
  }

#define LOOM_ATOMIC_EXCHANGE(bits, T, strength)                                                                       \
  bool __tsan_atomic##bits##_compare_exchange_##strength(volatile void* p, void* expected, T desired, int order, int) {\
    bool done = false;                                                                                                \
    T* const seen = static_cast<T*>(expected);                                                                        \
    loom::atomic<T>(p, LOOM_CALLER, loom::AtomicKind::update, order, [&](T* x, bool& changed) {                       \
      done = __atomic_compare_exchange_n(x, seen, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                \
      changed = done && *seen != desired;                                                                             \
      return *seen;                                                                                                   \
    }, /*compares=*/true);                                                                                            \
    return done;                                                                                                      \
  }

#define LOOM_ATOMICS(bits, T)                                                                                         \
  T __tsan_atomic##bits##_load(const volatile void* p, int order) {                                                   \
    return loom::atomic<T>(p, LOOM_CALLER, loom::AtomicKind::load, order,                                             \
                           [](T* x, bool&) { return __atomic_load_n(x, __ATOMIC_SEQ_CST); });                         \
  }                                                                                                                   \
  void __tsan_atomic##bits##_store(volatile void* p, T value, int order) {                                            \
    loom::atomic<T>(p, LOOM_CALLER, loom::AtomicKind::store, order, [=](T* x, bool& changed) {                        \
      const T before = __atomic_exchange_n(x, value, __ATOMIC_SEQ_CST);                                               \
      changed = before != value;                                                                                      \
      return before;                                                                                                  \
    });                                                                                                               \
  }                                                                                                                   \
  T __tsan_atomic##bits##_exchange(volatile void* p, T value, int order) {                                            \
    return loom::atomic<T>(p, LOOM_CALLER, loom::AtomicKind::exchange, order, [=](T* x, bool& changed) {                \
      const T before = __atomic_exchange_n(x, value, __ATOMIC_SEQ_CST);                                               \
      changed = before != value;                                                                                      \
      return before;                                                                                                  \
    });                                                                                                               \
  }                                                                                                                   \
  LOOM_ATOMIC_FETCH(bits, T, add, before + value)                                                                     \
  LOOM_ATOMIC_FETCH(bits, T, sub, before - value)                                                                     \
  LOOM_ATOMIC_FETCH(bits, T, and, before & value)                                                                     \
  LOOM_ATOMIC_FETCH(bits, T, or, before | value)                                                                      \
  LOOM_ATOMIC_FETCH(bits, T, xor, before ^ value)                                                                     \
  LOOM_ATOMIC_FETCH(bits, T, nand, ~(before & value))                                                                 \
  LOOM_ATOMIC_EXCHANGE(bits, T, strong)                                                                               \
  LOOM_ATOMIC_EXCHANGE(bits, T, weak)

LOOM_ATOMICS(8, unsigned char)
LOOM_ATOMICS(16, unsigned short)
LOOM_ATOMICS(32, unsigned int)
LOOM_ATOMICS(64, unsigned long)

}  // extern "C"
