#include "engine/cluster_barrier.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "engine/cluster.hpp"
#include "engine/grid.hpp"

namespace loom {

void ClusterBarrier::begin(Grid& grid, std::uint64_t turn) {
  grid_ = &grid;
  cluster_ = grid.cluster_of(turn);
  phases_ = arrived_ = standing_ = waiting_ = 0;
  if (!cluster_) return;
  Block& block = scheduler_.block();
  block.cluster = cluster_.get();
  block.rank_in_cluster = static_cast<unsigned>(turn % cluster_->blocks());
}

bool ClusterBarrier::take_seat() { return !cluster_ || cluster_->begin(scheduler_.block()); }

void ClusterBarrier::end() {
  if (!cluster_ || !cluster_->wait_for_all()) return;
  for (Check* check : checks) check->cluster_ends(scheduler_.block());
}

// The current thread has arrived. `stands`: it does nothing until the phase has ended.
void ClusterBarrier::arrive(Lane& lane, bool stands) {
  if (lane.arrivals > lane.passed)
    failure_.stop(cudaErrorLaunchFailure, lane.pc, "arrives at the barrier of its cluster again, without having waited there. Call "
                                                   "barrier_wait() once for each barrier_arrive().");
  ++lane.arrivals;
  ++arrived_;
  if (stands) ++standing_;
  arrive_if_complete();
}

void ClusterBarrier::arrive_if_complete() {
  if (arrived_ == 0 || arrived_ < scheduler_.live()) return;
  if (failure_.assertion_failed()) scheduler_.back_to_root();
  const Block& block = scheduler_.block();
  const unsigned phase = phases_++;
  met_ = standing_ == scheduler_.live();
  if (met_) {
    block_.announce();
    for (Check* check : checks) check->cluster_arrives(block, nullptr, phase);
  } else {
    for (const Lane& lane : scheduler_.lanes())
      if (!lane.left && lane.wait == Wait::cluster_barrier && lane.stands)
        for (Check* check : checks) check->cluster_arrives(block, &lane, phase);
  }
  arrived_ = standing_ = 0;
  scheduler_.progress() = {.met = true, .stepped = true};
  cluster_->arrive(block.rank_in_cluster);
}

// Waits for the phase at which the current thread has arrived last.
void ClusterBarrier::wait(Lane& lane) {
  const unsigned phase = lane.passed;
  if (cluster_->phases() <= phase || lane.stands) {
    lane.wait = Wait::cluster_barrier;
    ++waiting_;
    warps_.wait(lane);
  }
  ++lane.passed;
  Block& block = scheduler_.block();
  block.passed = std::max(block.passed, lane.passed);
  if (!lane.stands || !met_)
    for (Check* check : checks) check->cluster_goes_on(block, &lane, phase);
  lane.stands = false;
}

void ClusterBarrier::sync(std::uintptr_t pc) {
  if (!cluster_) return static_cast<void>(block_.sync(pc, false));
  spend(1, pc);
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane(Wait::cluster_barrier, pc);
  lane.stands = true;
  arrive(lane, /*stands=*/true);
  wait(lane);
}

// A cluster of one block has no other to tell of the arrival.
void ClusterBarrier::arrive(std::uintptr_t pc, bool releases) {
  if (!cluster_) return;
  spend(1, pc);
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane();
  lane.pc = pc;
  if (releases)
    for (Check* check : checks) check->cluster_arrives(scheduler_.block(), &lane, lane.arrivals);
  arrive(lane, /*stands=*/false);
}

void ClusterBarrier::wait(std::uintptr_t pc) {
  if (!cluster_) return static_cast<void>(block_.sync(pc, false));
  spend(1, pc);
  const HooksMuted muted;
  Lane& lane = scheduler_.current_lane();
  lane.pc = pc;
  if (lane.arrivals == lane.passed)
    failure_.stop(cudaErrorLaunchFailure, pc, "waits at the barrier of its cluster, where it has not arrived. Call barrier_arrive() before "
                                              "barrier_wait(), or sync().");
  wait(lane);
}

void ClusterBarrier::release() {
  if (waiting_ == 0) return;
  const unsigned ended = cluster_->phases();
  bool told = false;
  for (Lane& lane : scheduler_.lanes()) {
    if (lane.left || lane.wait != Wait::cluster_barrier || lane.passed >= ended) continue;
    if (lane.stands && met_ && !std::exchange(told, true))
      for (Check* check : checks) check->cluster_goes_on(scheduler_.block(), nullptr, lane.passed);
    --waiting_;
    scheduler_.make_ready(lane);
  }
}

bool ClusterBarrier::sleep() {
  if (waiting_ == 0) return false;
  release();
  if (scheduler_.any_ready()) return true;
  // Not for threads of this block, too.
  const auto waits = [this](const Lane& lane) { return !lane.left && lane.wait == Wait::cluster_barrier && lane.passed < phases_; };
  const auto found = std::ranges::find_if(scheduler_.lanes(), waits);
  if (found == scheduler_.lanes().end()) return false;
  const Lane& one = *found;
  // Where no block works on, nothing will come. One may be at work though it has not touched memory for long.
  const std::clock_t worked = std::clock();
  const auto asleep = std::chrono::steady_clock::now();
  const auto hopeless = [&] {
    const std::chrono::duration<double> slept = std::chrono::steady_clock::now() - asleep;
    return grid_->stands_still() > patience() && slept > patience() && double(std::clock() - worked) / CLOCKS_PER_SEC < slept.count() / 100;
  };
  switch (cluster_->wait(one.passed + 1, hopeless)) {
    case BarrierOutcome::met:
      grid_->progresses();
      release();
      return true;
    case BarrierOutcome::called_off: failure_.abandon(); return false;
    case BarrierOutcome::never:
      failure_.can_never_end(one, ", where another block of it never arrives. Let every block reach the call.");
      return false;
  }
  return false;
}

// One thread has left: those of the block that remain may all have arrived.
void ClusterBarrier::has_left(const Lane& lane) {
  if (!cluster_) return;
  if (lane.arrivals > phases_) --arrived_;
  arrive_if_complete();
}

}  // namespace loom
