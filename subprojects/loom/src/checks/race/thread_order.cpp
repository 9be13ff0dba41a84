#include "checks/race/thread_order.hpp"

#include <utility>

namespace loom {

void ThreadOrder::Snapshot::join(const Snapshot& other) {
  here.join(other.here);
  clock.join(other.clock);
}

void ThreadOrder::ThreadState::join(const ThreadState& other) {
  clock.join(other.clock);
  within.join(other.within);
  everywhere.join(other.everywhere);
}

bool ThreadOrder::begin(std::uint32_t block, unsigned threads) {
  block_ = block;
  threads_ = threads;
  acquired_ = false;
  base_ = {};
  own_.clear();
  apart_.clear();
  return clock_.begin(threads);
}

bool ThreadOrder::block_barrier() {
  for (const unsigned rank : apart_) {
    base_.join(own_[rank]);
    own_[rank] = {};
  }
  apart_.clear();
  return clock_.block_barrier();
}

bool ThreadOrder::warp_barrier(unsigned warp, std::uint32_t mask) {
  const auto meets = [&](unsigned rank) { return rank / RaceClock::lanes == warp && (mask >> rank % RaceClock::lanes & 1); };
  ThreadState all;
  for (const unsigned rank : apart_)
    if (meets(rank)) all.join(own_[rank]);
  if (!apart_.empty() && (!all.clock.empty() || !all.within.empty()))
    for (unsigned lane = 0; lane < RaceClock::lanes; ++lane)
      if (const unsigned rank = warp * RaceClock::lanes + lane; rank < threads_ && meets(rank)) set_apart(rank).join(all);
  return clock_.warp_barrier(warp, mask);
}

// What the threads of some warps did, they all know from then on.
bool ThreadOrder::tile_barrier(unsigned first, unsigned threads) {
  ThreadState all;
  BlockClock done{clock_.interval(), {}};
  for (unsigned rank = first; rank < first + threads; ++rank) {
    all.join(state(rank));
    done.join(done_by(rank));
  }
  all.clock.join(block_, done);
  for (unsigned rank = first; rank < first + threads; ++rank) set_apart(rank).join(all);
  acquired_ = true;
  return clock_.tick();
}

bool ThreadOrder::fence(unsigned rank, Scope scope) {
  if (scope == Scope::thread) return false;
  ThreadState& state = set_apart(rank);
  const Snapshot now{done_by(rank), state.clock};
  state.within.join(now);
  if (scope != Scope::block) state.everywhere.join(now);
  return clock_.tick();
}

void ThreadOrder::publish(unsigned rank, Scope scope, Published& place) const {
  const auto tell = [&](const Snapshot& snapshot, VectorClock& to) {
    if (snapshot.empty()) return;
    to.join(snapshot.clock);
    to.join(block_, snapshot.here);
  };
  const ThreadState& mine = state(rank);
  tell(mine.within, place.within[block_]);
  if (scope != Scope::block) tell(mine.everywhere, place.everywhere);
}

void ThreadOrder::publish_all(Published& place) const {
  place.everywhere.join(base_.clock);
  place.everywhere.join(block_, {clock_.interval(), {}});
}

void ThreadOrder::acquire_all(const VectorClock& all) {
  base_.clock.join(all);
  acquired_ = true;
}

VectorClock ThreadOrder::clock_after_acquire(unsigned rank, const Published& place) const {
  VectorClock all = clock_of(rank);
  all.join(place.everywhere);
  if (const auto within = place.within.find(block_); within != place.within.end()) all.join(within->second);
  return all;
}

void ThreadOrder::acquire(unsigned rank, VectorClock all) {
  set_apart(rank).clock = std::move(all);
  acquired_ = true;
}

ThreadOrder::ThreadState& ThreadOrder::set_apart(unsigned rank) {
  if (own_.empty()) own_.resize(threads_);
  ThreadState& mine = own_[rank];
  if (!mine.apart) {
    mine = base_;
    mine.apart = true;
    apart_.push_back(rank);
  }
  return mine;
}

// What is before all that the thread does after this time.
BlockClock ThreadOrder::done_by(unsigned rank) const {
  BlockClock done{clock_.interval(), {}};
  const unsigned first = rank - rank % RaceClock::lanes;
  for (unsigned other = first; other < first + RaceClock::lanes && other < threads_; ++other) {
    const Time until = other == rank ? clock_.now() + 1 : clock_.seen(rank, other);
    if (until > clock_.interval()) done.threads.emplace_back(other, until);
  }
  return done;
}

}  // namespace loom
