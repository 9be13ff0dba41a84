// Where all threads of the block meet: at its own barrier, with a vote, and at the grid's, where the block then meets the others.
//
// It counts who has arrived. It calls the scheduler and the grid, and ends the block where the grid never meets.
#pragma once

#include <cstdint>

#include "engine/barrier_divergence.hpp"
#include "engine/warp_barriers.hpp"

namespace loom {

class Grid;

// What a block's threads said at a barrier.
struct Votes {
  int count = 0;                     // threads whose predicate was not zero
  int voters = 0;
};

class BlockBarrier {
 public:
  BlockBarrier(Scheduler& scheduler, Failure& failure, WarpBarriers& warps)
      : scheduler_(scheduler), failure_(failure), warps_(warps), divergence_(scheduler) {}

  void begin(Grid&);

  // What the current device thread may ask for.
  Votes sync(std::uintptr_t pc, bool predicate);
  void sync_grid(std::uintptr_t pc);
  // Whether so many others, who wait elsewhere, and the current thread are all that is left of the block. If so, they have met as here.
  bool meet_elsewhere(std::size_t others);
  BarrierDivergence& divergence() { return divergence_; }

  void has_left();
  // All who are alive have arrived somewhere, and do nothing until they are released.
  void announce();

 private:
  void arrive(Lane&);
  void release();
  void meet_other_blocks();

  Scheduler& scheduler_;
  Failure& failure_;
  WarpBarriers& warps_;
  BarrierDivergence divergence_;
  Grid* grid_ = nullptr;
  unsigned arrived_ = 0;
  unsigned at_grid_ = 0;             // of these, at the grid's barrier
  unsigned votes_ = 0;
  Votes result_;
};

}  // namespace loom
