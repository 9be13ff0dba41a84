// Asynchronous copies are made at once; what there is to tell is when they begin and who has waited for them.
#include "loom/async_copy.h"

#include "engine/block.hpp"
#include "engine/thread_context.hpp"

namespace loom {

void begins_copy(const void* destination, std::size_t bytes) {
  if (!here.listening_on_device() || !instrumented) return;
  const HooksMuted muted;
  const auto address = reinterpret_cast<std::uintptr_t>(destination);
  for (Check* check : checks) check->copy_begins(*here.thread, address, static_cast<std::uint32_t>(bytes), LOOM_CALLER);
}

void commit_copies() {
  if (!here.listening_on_device() || !instrumented) return;
  const HooksMuted muted;
  for (Check* check : checks) check->copies_committed(*here.thread);
}

void wait_for_copies(std::size_t but) {
  if (!here.listening_on_device() || !instrumented) return;
  const HooksMuted muted;
  for (Check* check : checks) check->copies_awaited(*here.thread, but);
}

void bind_copies(const std::uint64_t* barrier) {
  if (!here.listening_on_device() || !instrumented) return;
  const HooksMuted muted;
  here.runner->program_barriers().binds_copies();
  const bool phase = (__atomic_load_n(barrier, __ATOMIC_SEQ_CST) & odd_phase) != 0;
  for (Check* check : checks) check->copies_bound(*here.thread, barrier, phase);
}

}  // namespace loom
