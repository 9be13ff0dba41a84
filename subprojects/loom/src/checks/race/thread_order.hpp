// What orders the accesses of a block's threads among themselves and after those of other blocks: barriers, and what they
// acquire from one another by fences and atomics.
//
// A fence takes a snapshot of what the thread has done and knows. A later atomic or volatile write of it publishes the
// snapshot at that address; a thread that reads the address by an atomic or volatile read knows from then on what was published there.
// A barrier shares what its threads know, and the snapshots they took.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "checks/race/clock.hpp"
#include "checks/race/vector_clock.hpp"
#include "loom/scopes.h"

namespace loom {

// What was published at one address.
struct Published {
  VectorClock everywhere;
  std::unordered_map<std::uint32_t, VectorClock> within;   // by block: for its own threads only
  // Of the atomics that published here, themselves: known to a thread that reads this very address, and only for this address.
  VectorClock updates;
  // What the threads that wrote here had signalled before, with no fence in between.
  VectorClock unfenced;
};

class ThreadOrder {
 public:
  using Time = RaceClock::Time;

  // As RaceClock's: true where time has begun again.
  bool begin(std::uint32_t block, unsigned threads);
  bool block_barrier();
  bool warp_barrier(unsigned warp, std::uint32_t mask);
  bool tile_barrier(unsigned first, unsigned threads);
  bool fence(unsigned rank, Scope);
  bool tick() { return clock_.tick(); }

  Time now() const { return clock_.now(); }
  Time interval() const { return clock_.interval(); }
  bool stale(Time then) const { return clock_.stale(then); }
  // Whether what thread `other` of the block did then is ordered before what thread `me` does now.
  bool ordered(Time then, unsigned other, unsigned me) const {
    return clock_.ordered(then, other, me) || (acquired_ && clock_of(me).covers(block_, other, then));
  }
  // The same of a thread of any other block.
  bool ordered(std::uint32_t block, Time then, unsigned other, unsigned me) const {
    return acquired_ && clock_of(me).covers(block, other, then);
  }
  // Whether a barrier would tell some thread what others have acquired.
  bool unequal() const { return acquired_ && !apart_.empty(); }

  // Whether the thread has taken a snapshot that others may be told of.
  bool has_snapshot(unsigned rank) const { return !snapshot(rank).empty(); }
  void publish(unsigned rank, Scope, Published&) const;
  // The same for all threads, right behind a barrier of theirs; and what they acquire together.
  void publish_all(Published&) const;
  void acquire_all(const VectorClock&);
  // What the thread would know after reading there; and that it does.
  VectorClock clock_after_acquire(unsigned rank, const Published&) const;
  const VectorClock& clock_of(unsigned rank) const { return own_.empty() || !own_[rank].apart ? base_.clock : own_[rank].clock; }
  void acquire(unsigned rank, VectorClock);

 private:
  // What a fence caught: of the thread's own block, and of what was known of others.
  struct Snapshot {
    BlockClock here;
    VectorClock clock;
    bool empty() const { return here.empty(); }
    void join(const Snapshot&);
  };
  struct ThreadState {
    VectorClock clock;
    Snapshot within, everywhere;     // by fences of a block's scope and wider; by fences of a device's and wider
    bool apart = false;              // of a thread: differs from what the last barrier gave to all
    void join(const ThreadState&);
  };

  const Snapshot& snapshot(unsigned rank) const { return state(rank).within; }
  const ThreadState& state(unsigned rank) const { return own_.empty() || !own_[rank].apart ? base_ : own_[rank]; }
  ThreadState& set_apart(unsigned rank);
  BlockClock done_by(unsigned rank) const;

  std::uint32_t block_ = 0;
  unsigned threads_ = 0;
  bool acquired_ = false;
  RaceClock clock_;
  ThreadState base_;                 // of all threads that are not apart
  std::vector<ThreadState> own_;     // by rank; empty until one thread is apart
  std::vector<unsigned> apart_;      // their ranks
};

}  // namespace loom
