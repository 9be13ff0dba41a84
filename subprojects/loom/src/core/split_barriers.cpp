// Barriers at which a thread arrives first and waits later.
//
// The word they consist of is read and written unannounced. What is announced is what they order: an arrival is a release, the end
// of a wait an acquire, at one half of the word in even phases and at the other in odd ones, so that whoever comes late from the wait
// for one phase has learnt nothing of what others did in the next.
#include "loom/device_barriers.h"

#include <thread>

#include "core/block.hpp"
#include "core/here.hpp"

namespace loom {
namespace {

constexpr std::uint64_t odd = std::uint64_t{1} << 63, one_to_come = std::uint64_t{1} << 32;

std::uint32_t awaited(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
std::uint32_t to_come(std::uint64_t word) { return static_cast<std::uint32_t>((word & ~odd) >> 32); }
std::uint64_t next_phase(std::uint64_t word) { return new_barrier(awaited(word)) | (~word & odd); }

std::uint64_t load(const std::uint64_t* barrier) { return __atomic_load_n(barrier, __ATOMIC_SEQ_CST); }

void announce_order(const std::uint64_t* barrier, bool phase, AtomicKind kind, Scope scope, std::uintptr_t pc) {
  const Order order = kind == AtomicKind::store ? Order::release : Order::acquire;
  announce_atomic(reinterpret_cast<const std::uint32_t*>(barrier) + phase, sizeof(std::uint32_t), pc, {kind, order, scope});
}

void check(std::uint64_t word, std::uint32_t count, std::uintptr_t pc) {
  if (!here.thread) return;
  if (awaited(word) > most_arrivals || to_come(word) > awaited(word))
    here.runner->stop(cudaErrorLaunchFailure, pc, "arrives at a barrier that was never initialised. Call init(&barrier, arrivals) in "
                                                  "one thread, and let all threads meet before they use it.");
  if (count > to_come(word))
    here.runner->stop(cudaErrorLaunchFailure, pc, "arrives at a barrier that awaits nobody else in this phase. Initialise it with as "
                                                  "many arrivals as there are in a phase, and wait for one before arriving in the next.");
}

}  // namespace

Arrival arrive_at(std::uint64_t* barrier, std::uint32_t count, std::uint32_t leaving, bool hold, Scope scope) {
  const std::uintptr_t pc = LOOM_CALLER;
  std::uint64_t before = load(barrier), after;
  check(before, count, pc);
  const bool phase = (before & odd) != 0;      // it cannot end without this arrival
  announce_order(barrier, phase, AtomicKind::store, scope, pc);
  do {
    check(before, count, pc);
    after = before - count * one_to_come - leaving;
    if (to_come(after) == 0 && !hold) after = next_phase(after);
  } while (!__atomic_compare_exchange_n(barrier, &before, after, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  const bool last = to_come(before) == count;
  if (last && hold) announce_order(barrier, phase, AtomicKind::load, scope, pc);
  after_atomic(/*changed=*/true, pc);
  return {phase, last};
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
}

}  // namespace loom
