// Barriers of PTX: those that have a number, and those that lie in shared memory.
#pragma once

#include "loom/async_copy.h"
#include "loom/device.h"
#include "loom/device_barriers.h"
#include "loom/ptx/values.h"

// A template, so that only programs that use them have them; not loom's by name, so that they are shared memory like the program's own.
namespace loomed {
template <class Numbers = void>
struct NamedBarriers {
  static __thread std::uint64_t words[16];
};
template <class Numbers>
__thread std::uint64_t NamedBarriers<Numbers>::words[16];
}  // namespace loomed

namespace loom::ptx {

LOOM_PTX_PLAIN bool is_whole_block(unsigned number, unsigned threads) {
  return number == 0 && (threads == 0 || threads >= blockDim.x * blockDim.y * blockDim.z);
}
LOOM_PTX_PLAIN void named_sync(unsigned number, unsigned threads) {
  if (is_whole_block(number, threads)) __syncthreads();
  else arrive_and_wait_at(named_barrier(loomed::NamedBarriers<>::words, number, threads));
}
LOOM_PTX_PLAIN void named_arrive(unsigned number, unsigned threads) {
  arrive_at(named_barrier(loomed::NamedBarriers<>::words, number, threads), 1, 0, false, Scope::block);
}

// An mbarrier.
LOOM_PTX_PLAIN std::uint64_t arrive(std::uint64_t* barrier, std::uint32_t count, std::uint32_t leaving, Scope scope) {
  return arrive_at(barrier, count, leaving, false, scope).state;
}
LOOM_PTX_PLAIN std::uint64_t arrive_expecting(std::uint64_t* barrier, std::uint32_t bytes, std::uint32_t leaving, Scope scope) {
  expect_bytes(barrier, bytes);
  return arrive(barrier, 1, leaving, scope);
}
LOOM_PTX_PLAIN bool state_has_ended(const std::uint64_t* barrier, std::uint64_t state, Scope scope) {
  return has_ended(barrier, (state & odd_phase) != 0, scope);
}

// The thread's copies so far are awaited in the phase, as one arrival or beside those that it waits for.
LOOM_PTX_PLAIN void copies_arrive(std::uint64_t* barrier, bool counts) {
  bind_copies(barrier);
  if (counts) arrive(barrier, 1, 0, Scope::block);
  else complete_bytes(barrier, 0, Scope::block);
}

// A write of which a barrier is told.
template <class T>
LOOM_PTX_PLAIN void store_async(T* address, T value, std::uint64_t* barrier) {
  *address = value;
  complete_bytes(barrier, sizeof(T), Scope::device);
}

}  // namespace loom::ptx
