// Barriers at which a thread arrives first and waits later.
//
// The word they consist of is read and written unannounced. What is announced is what they order: an arrival is a release, the end
// of a wait an acquire, at one half of the word in even phases and at the other in odd ones, so that a thread that returns late from the wait
// for one phase has acquired nothing of what others did in the next.
//
// A thread that waits as soon as it has arrived does nothing in between, so what its arrival orders may be announced when the phase ends;
// and not at all if it then turns out that the whole block has met.
#include "loom/device_barriers.h"

#include <atomic>
#include <mutex>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "device/async_copies.hpp"
#include "engine/block.hpp"
#include "engine/thread_context.hpp"

namespace loom {
namespace {

constexpr std::uint64_t odd = odd_phase, one_to_come = std::uint64_t{1} << 20, one_byte = std::uint64_t{1} << 40;
constexpr std::uint64_t all_bytes = (one_byte << 21) - one_byte, no_barrier = std::uint64_t{3} << 61;

std::uint32_t awaited(std::uint64_t word) { return static_cast<std::uint32_t>(word) & most_arrivals; }
std::uint32_t to_come(std::uint64_t word) { return arrivals_to_come(word); }
bool all_came(std::uint64_t word) { return to_come(word) == 0 && (word & all_bytes) == 0; }
std::uint64_t with_bytes(std::uint64_t word, std::uint64_t count) { return (word & ~all_bytes) | ((word + count * one_byte) & all_bytes); }
std::uint64_t next_phase(std::uint64_t word) { return new_barrier(awaited(word)) | (~word & odd); }

std::uint64_t load(const std::uint64_t* barrier) { return __atomic_load_n(barrier, __ATOMIC_SEQ_CST); }

void announce_access(const std::uint64_t* barrier, bool phase, Atomicity atomicity, std::uintptr_t pc) {
  announce_atomic(reinterpret_cast<const std::uint32_t*>(barrier) + phase, sizeof(std::uint32_t), pc, atomicity, /*by_proxy=*/true);
}

void announce_order(const std::uint64_t* barrier, bool phase, AtomicKind kind, Scope scope, std::uintptr_t pc) {
  announce_access(barrier, phase, {kind, kind == AtomicKind::store ? Order::release : Order::acquire, scope}, pc);
}

// A thread has seen the phase end, and with it the copies for which it waits.
void announce_end(const std::uint64_t* barrier, bool phase) {
  if (!here.listening_on_device() || (!here.runner->program_barriers().has_bound_copies() && !here.thread->block->cluster)) return;
  const HooksMuted muted;
  for (Check* check : checks) check->phase_awaited(*here.thread, barrier, phase);
}

void check(std::uint64_t word, std::uint32_t count, std::uintptr_t pc) {
  if (!here.thread) return;
  if ((word & no_barrier) != 0 || to_come(word) > awaited(word))
    here.runner->stop(cudaErrorLaunchFailure, pc, "arrives at a barrier that was never initialised. Call init(&barrier, arrivals) in one "
                                                  "thread, and __syncthreads() before the threads use it.");
  if (count > to_come(word))
    here.runner->stop(cudaErrorLaunchFailure, pc, "arrives at a barrier that expects no more arrivals in this phase. Initialise it with "
                                                  "the number of arrivals per phase, and wait for a phase before arriving in the next.");
}

// How many phases of each mbarrier have ended. Barriers of other kinds are not known here.
class PhaseCounts {
 public:
  void begin(const std::uint64_t* barrier) {
    const std::lock_guard lock(mutex_);
    ended_[barrier] = 0;
    any_ = true;
  }
  void end(const std::uint64_t* barrier, std::uint64_t before, std::uint64_t after) {
    if (((before ^ after) & odd) == 0 || !any_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    if (const auto found = ended_.find(barrier); found != ended_.end()) ++found->second;
  }
  unsigned ended(const std::uint64_t* barrier) {
    const std::lock_guard lock(mutex_);
    const auto found = ended_.find(barrier);
    return found == ended_.end() ? 0 : found->second;
  }

 private:
  std::atomic<bool> any_ = false;
  std::mutex mutex_;
  std::unordered_map<const std::uint64_t*, unsigned> ended_;
};
PhaseCounts& phase_counts() {
  static PhaseCounts& counts = *new PhaseCounts;
  return counts;
}

constexpr std::string_view bytes_missing = "waits for transaction bytes of an mbarrier that never arrive: the phase expects more than copies bring. Let "
                                           "expect_tx name the bytes that the copies to this barrier have together.";
constexpr std::string_view nobody_arrives = "waits for a phase of an mbarrier in which nobody arrives. Check the parity, which is 0 in the first phase, 1 in "
                                            "the next, and so on in turn, and the arrivals.";

// The arrivals of those who stand at the barrier.
void announce_waiters(const std::uint64_t* barrier, bool phase, Scope scope) {
  if (!here.thread) return;
  Thread* const self = here.thread;
  std::vector<ProgramBarriers::Waiter>& waiters = here.runner->program_barriers().waiters_at(barrier);
  for (const ProgramBarriers::Waiter& one : waiters) {
    here.thread = one.thread;
    announce_order(barrier, phase, AtomicKind::store, scope, one.pc);
  }
  here.thread = self;
  waiters.clear();
}

}  // namespace

Arrival arrive_at(std::uint64_t* barrier, std::uint32_t count, std::uint32_t leaving, bool hold, Scope scope) {
  const std::uintptr_t pc = LOOM_CALLER;
  std::uint64_t before = load(barrier), after;
  check(before, count, pc);
  const bool phase = (before & odd) != 0;      // it cannot end without this arrival
  if (to_come(before) == count) announce_waiters(barrier, phase, scope);
  announce_order(barrier, phase, AtomicKind::store, scope, pc);
  do {
    check(before, count, pc);
    after = before - count * one_to_come - leaving;
    if (all_came(after) && !hold) after = next_phase(after);
  } while (!__atomic_compare_exchange_n(barrier, &before, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  phase_counts().end(barrier, before, after);
  const bool last = to_come(before) == count;
  if (last && hold) announce_order(barrier, phase, AtomicKind::load, scope, pc);
  after_atomic(/*changed=*/true, pc);
  return {before, last};
}

void end_phase(std::uint64_t* barrier, Scope scope) {
  const std::uint64_t word = load(barrier);
  announce_order(barrier, (word & odd) != 0, AtomicKind::store, scope, LOOM_CALLER);
  __atomic_store_n(barrier, next_phase(word), __ATOMIC_SEQ_CST);
  after_atomic(/*changed=*/true, LOOM_CALLER);
}

void wait_at(const std::uint64_t* barrier, bool phase, Scope scope) {
  while (((load(barrier) & odd) != 0) == phase) {
    if (here.thread) tick(LOOM_CALLER);
    else std::this_thread::yield();
  }
  announce_order(barrier, phase, AtomicKind::load, scope, LOOM_CALLER);
  announce_end(barrier, phase);
}

namespace {

bool has_ended(const std::uint64_t* barrier, bool phase, Scope scope, std::uintptr_t pc) {
  if (const std::uint64_t word = load(barrier); ((word & odd) != 0) == phase) {
    if (here.thread) {
      if (to_come(word) == 0 && (word & all_bytes) != 0) here.runner->watchdog().waits_for(bytes_missing);
      else if (to_come(word) == awaited(word) && (word & all_bytes) == 0) here.runner->watchdog().waits_for(nobody_arrives);
      tick(pc);
    }
    return false;
  }
  announce_order(barrier, phase, AtomicKind::load, scope, pc);
  announce_end(barrier, phase);
  return true;
}

}  // namespace

bool has_ended(const std::uint64_t* barrier, bool phase, Scope scope) { return has_ended(barrier, phase, scope, LOOM_CALLER); }

namespace {

// A phase whose last bytes these are ends.
void change_bytes(std::uint64_t* barrier, std::uint64_t count, std::uintptr_t pc) {
  std::uint64_t before = load(barrier), after;
  check(before, 0, pc);
  do {
    after = with_bytes(before, count);
    if (all_came(after)) after = next_phase(after);
  } while (!__atomic_compare_exchange_n(barrier, &before, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  phase_counts().end(barrier, before, after);
  after_atomic(/*changed=*/true, pc);
}

}  // namespace

void make_barrier(std::uint64_t* barrier, std::uint32_t arrivals) {
  const std::uintptr_t pc = LOOM_CALLER;
  announce_by_proxy(AccessKind::write, reinterpret_cast<std::uintptr_t>(barrier), sizeof *barrier, pc);
  const HooksMuted muted;
  *barrier = new_barrier(arrivals);
  phase_counts().begin(barrier);
}

bool parity_has_ended(const std::uint64_t* barrier, bool parity, Scope scope) {
  const std::uintptr_t pc = LOOM_CALLER;
  if (!has_ended(barrier, parity, scope, pc)) return false;
  if (!here.listening_on_device() || !instrumented) return true;
  const HooksMuted muted;
  const MbarrierPhase phase{barrier, phase_counts().ended(barrier), (load(barrier) & all_bytes) != 0};
  for (Check* check : checks) check->parity_awaited(*here.thread, phase, pc);
  return true;
}

void expect_bytes(std::uint64_t* barrier, std::uint32_t bytes) { change_bytes(barrier, bytes, LOOM_CALLER); }

void complete_bytes(std::uint64_t* barrier, std::uint32_t bytes, Scope scope) { complete_bytes(barrier, bytes, scope, LOOM_CALLER); }
void complete_bytes(std::uint64_t* barrier, std::uint32_t bytes, Scope scope, std::uintptr_t pc) {
  announce_order(barrier, (load(barrier) & odd) != 0, AtomicKind::store, scope, pc);
  change_bytes(barrier, -static_cast<std::uint64_t>(bytes), pc);
}

void arrive_and_wait_at(std::uint64_t* barrier) {
  const std::uintptr_t pc = LOOM_CALLER;
  if (!here.thread) return wait_at(barrier, arrive_at(barrier, 1, 0, false, Scope::block).phase(), Scope::block);
  const std::uint64_t before = load(barrier);
  check(before, 1, pc);
  const bool phase = (before & odd) != 0, last = to_come(before) == 1, ends = last && (before & all_bytes) == 0;
  announce_access(barrier, phase, {AtomicKind::store, Order::relaxed, Scope::block}, pc);
  bool met_all = false;
  std::vector<ProgramBarriers::Waiter>& waiters = here.runner->program_barriers().waiters_at(barrier);
  if (last) {
    met_all = ends && here.runner->barrier().meet_elsewhere(waiters.size());
    if (met_all) {
      for (const ProgramBarriers::Waiter& one : waiters) *one.met_all = true;
      waiters.clear();
    } else {
      announce_waiters(barrier, phase, Scope::block);
      announce_order(barrier, phase, AtomicKind::store, Scope::block, pc);
    }
    __atomic_store_n(barrier, ends ? next_phase(before) : before - one_to_come, __ATOMIC_SEQ_CST);
  } else {
    waiters.push_back({here.thread, pc, &met_all});
    __atomic_store_n(barrier, before - one_to_come, __ATOMIC_SEQ_CST);
  }
  after_atomic(/*changed=*/true, pc);
  while (((load(barrier) & odd) != 0) == phase) tick(pc);
  if (!met_all) announce_order(barrier, phase, AtomicKind::load, Scope::block, pc);
  announce_end(barrier, phase);
}

}  // namespace loom
