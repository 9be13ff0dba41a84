// How the threads of a block meet those of the other blocks of their cluster.
//
// A thread arrives, may do something else, and waits; where all threads of the block do both at once, they have met as at the block's
// own barrier, too. A thread that waits is left alone until the phase has ended. Where all do, the OS thread sleeps.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

#include "engine/block.hpp"
#include "engine/cluster.hpp"
#include "engine/grid.hpp"
#include "engine/switching.hpp"

namespace loom {

// The current thread has arrived. `stands`: it does nothing until the phase has ended.
void BlockRunner::arrive_in_cluster(Lane& lane, bool stands) {
  if (lane.arrivals > lane.passed)
    stop(cudaErrorLaunchFailure, lane.pc, "arrives at the barrier of its cluster again, without having waited there. Call "
                                          "barrier_wait() once for each barrier_arrive().");
  ++lane.arrivals;
  ++cluster_arrived_;
  if (stands) ++cluster_standing_;
  arrive_in_cluster_if_complete();
}

void BlockRunner::arrive_in_cluster_if_complete() {
  if (cluster_arrived_ == 0 || cluster_arrived_ < live_) return;
  if (assertion_failed_) back_to_root();
  const unsigned phase = cluster_phases_++;
  met_in_cluster_ = cluster_standing_ == live_;
  if (met_in_cluster_) {
    ++block_.interval;
    for (Check* check : checks) check->block_barrier(block_);
    for (Check* check : checks) check->cluster_arrives(block_, nullptr, phase);
  } else {
    for (const Lane& lane : lanes_)
      if (!lane.left && lane.wait == Wait::cluster_barrier && lane.stands)
        for (Check* check : checks) check->cluster_arrives(block_, &lane, phase);
  }
  cluster_arrived_ = cluster_standing_ = 0;
  met_ = stepped_ = true;
  cluster_->arrive(block_.rank_in_cluster);
}

// Waits for the phase at which the current thread has arrived last.
void BlockRunner::wait_in_cluster(Lane& lane) {
  const unsigned phase = lane.passed;
  if (cluster_->phases() <= phase || lane.stands) {
    lane.wait = Wait::cluster_barrier;
    ++waiting_in_cluster_;
    suspend(lane);
  }
  ++lane.passed;
  block_.passed = std::max(block_.passed, lane.passed);
  if (!lane.stands || !met_in_cluster_)
    for (Check* check : checks) check->cluster_goes_on(block_, &lane, phase);
  lane.stands = false;
}

void BlockRunner::sync_cluster(std::uintptr_t pc) {
  if (!cluster_) return static_cast<void>(sync_block(pc, false));
  spend(1, pc);
  const Inside inside;
  Lane& lane = current_lane();
  lane.pc = pc;
  lane.stands = true;
  lane.wait = Wait::cluster_barrier;
  arrive_in_cluster(lane, /*stands=*/true);
  wait_in_cluster(lane);
}

// A cluster of one block has no other to tell of the arrival.
void BlockRunner::arrive_at_cluster(std::uintptr_t pc, bool releases) {
  if (!cluster_) return;
  spend(1, pc);
  const Inside inside;
  Lane& lane = current_lane();
  lane.pc = pc;
  if (releases)
    for (Check* check : checks) check->cluster_arrives(block_, &lane, lane.arrivals);
  arrive_in_cluster(lane, /*stands=*/false);
}

void BlockRunner::wait_at_cluster(std::uintptr_t pc) {
  if (!cluster_) return static_cast<void>(sync_block(pc, false));
  spend(1, pc);
  const Inside inside;
  Lane& lane = current_lane();
  lane.pc = pc;
  if (lane.arrivals == lane.passed)
    stop(cudaErrorLaunchFailure, pc, "waits at the barrier of its cluster, where it has not arrived. Call barrier_arrive() before "
                                     "barrier_wait(), or sync().");
  wait_in_cluster(lane);
}

// Lets those go on whose phase has ended.
void BlockRunner::release_from_cluster() {
  if (waiting_in_cluster_ == 0) return;
  const unsigned ended = cluster_->phases();
  bool told = false;
  for (Lane& lane : lanes_) {
    if (lane.left || lane.wait != Wait::cluster_barrier || lane.passed >= ended) continue;
    if (lane.stands && met_in_cluster_ && !std::exchange(told, true))
      for (Check* check : checks) check->cluster_goes_on(block_, nullptr, lane.passed);
    lane.wait = Wait::nothing;
    --waiting_in_cluster_;
    make_ready(lane);
  }
}

// No thread of the block can go on by itself. Where some wait for other blocks, and these for none of this one, the OS thread
// sleeps until they may go on; whether they may. Called on its own stack.
bool BlockRunner::sleep_in_cluster() {
  if (waiting_in_cluster_ == 0) return false;
  release_from_cluster();
  if (ready_count_ > 0) return true;
  // Not for threads of this block, too.
  const auto waits = [this](const Lane& lane) { return !lane.left && lane.wait == Wait::cluster_barrier && lane.passed < cluster_phases_; };
  const auto found = std::ranges::find_if(lanes_, waits);
  if (found == lanes_.end()) return false;
  const Lane& one = *found;
  // Where no block works on, nothing will come. One may be at work though it has not touched memory for long.
  const std::clock_t worked = std::clock();
  const auto asleep = std::chrono::steady_clock::now();
  const auto hopeless = [&] {
    const std::chrono::duration<double> slept = std::chrono::steady_clock::now() - asleep;
    return grid_->stands_still() > patience() && slept > patience() && double(std::clock() - worked) / CLOCKS_PER_SEC < slept.count() / 100;
  };
  switch (cluster_->wait(one.passed + 1, hopeless)) {
    case Meeting::Outcome::met:
      grid_->progresses();
      release_from_cluster();
      return true;
    case Meeting::Outcome::called_off: abandoned_ = true; return false;
    case Meeting::Outcome::never:
      fault_ = Fault{cudaErrorLaunchTimeout, "kernel " + block_.launch->kernel + " can never end: " + describe(one) +
                                                 ", where another block of it never arrives. Let every block reach the call."};
      return false;
  }
  return false;
}

// One thread has left: those of the block that remain may all have arrived.
void BlockRunner::leave_cluster(const Lane& lane) {
  if (lane.arrivals > cluster_phases_) --cluster_arrived_;
  arrive_in_cluster_if_complete();
}

}  // namespace loom
