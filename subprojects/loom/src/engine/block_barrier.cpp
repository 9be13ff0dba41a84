#include "engine/block_barrier.hpp"

#include <algorithm>
#include <utility>

#include "engine/grid.hpp"

namespace loom {

void BlockBarrier::begin(Grid& grid) {
  grid_ = &grid;
  divergence_.begin();
  arrived_ = at_grid_ = votes_ = 0;
}

[[gnu::always_inline]] inline void BlockBarrier::arrive(Lane& lane) {
  ++arrived_;
  if (arrived_ == scheduler_.live()) release();
  warps_.wait(lane);
}

Votes BlockBarrier::sync(std::uintptr_t pc, bool predicate) {
  spend(1, pc);                      // a loop of nothing but barriers must be looked at, too
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane(Wait::block_barrier, pc);
  votes_ += predicate;
  arrive(lane);
  return result_;
}

void BlockBarrier::sync_grid(std::uintptr_t pc) {
  if (!grid_->launch().cooperative)
    failure_.stop(cudaErrorLaunchFailure, pc, "waits for the whole grid, whose blocks may not all be resident. Launch the kernel with "
                                              "cudaLaunchCooperativeKernel.");
  spend(1, pc);
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane(Wait::grid_barrier, pc);
  ++at_grid_;
  arrive(lane);
}

void BlockBarrier::announce() {
  Block& block = scheduler_.block();
  ++block.interval;
  for (Check* check : checks) check->block_barrier(block);
  scheduler_.progress().stepped = true;
}

void BlockBarrier::release() {
  if (failure_.assertion_failed()) scheduler_.back_to_root();
  divergence_.check();
  if (at_grid_ > 0 && at_grid_ < scheduler_.live()) scheduler_.back_to_root();    // some wait for the block, some for the grid: forever
  announce();
  if (std::exchange(at_grid_, 0) > 0) meet_other_blocks();
  for (Lane& lane : scheduler_.lanes()) {
    if (lane.left) continue;
    lane.barrier = 0;
    scheduler_.make_ready(lane);
  }
  result_ = {static_cast<int>(votes_), static_cast<int>(arrived_)};
  arrived_ = votes_ = 0;
  scheduler_.progress().met = true;
}

bool BlockBarrier::meet_elsewhere(std::size_t others) {
  scheduler_.current_lane();
  if (others + 1 != scheduler_.live()) return false;
  const HooksMuted muted;
  announce();
  return true;
}

void BlockBarrier::meet_other_blocks() {
  BarrierOutcome outcome{};
  scheduler_.on_root([&] {
    outcome = grid_->meet();
    if (outcome == BarrierOutcome::called_off) failure_.abandon();
    if (outcome != BarrierOutcome::never) return;
    const auto one = std::ranges::find_if(scheduler_.lanes(), [](const Lane& lane) { return !lane.left; });
    failure_.can_never_end(*one, ", but another block has left the kernel. Let every block reach the call.");
  });
  if (outcome != BarrierOutcome::met) scheduler_.back_to_root();
}

// Those that remain may all have arrived.
void BlockBarrier::has_left() {
  if (arrived_ > 0 && arrived_ == scheduler_.live()) release();
}

}  // namespace loom
