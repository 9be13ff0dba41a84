// How the threads of a block meet those of the other blocks of their cluster.
//
// A thread arrives, may do something else, and waits; where all threads of the block do both at once, they have met as at the block's
// own barrier, too. A thread that waits is left alone until the phase has ended. Where all do, the OS thread sleeps.
//
// It holds the block's rank in its cluster. It calls the cluster, the scheduler and, in a cluster of one block, the block's barrier.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/block_barrier.hpp"

namespace loom {

class Cluster;

class ClusterBarrier {
 public:
  ClusterBarrier(Scheduler& scheduler, Failure& failure, WarpBarriers& warps, BlockBarrier& block)
      : scheduler_(scheduler), failure_(failure), warps_(warps), block_(block) {}

  void begin(Grid&, std::uint64_t turn);
  // Waits until all blocks of the cluster are there; false where the launch has failed meanwhile.
  bool take_seat();
  // The block has come to its end, and waits for all others, which may use its shared memory.
  void end();

  // What the current device thread may ask for.
  void sync(std::uintptr_t pc);
  void arrive(std::uintptr_t pc, bool releases);
  void wait(std::uintptr_t pc);

  // Lets those go on whose phase has ended.
  void release();
  // No thread of the block can go on by itself. Where some wait for other blocks, and these for none of this one, the OS thread
  // sleeps until they may go on; whether they may. Called on the root's stack.
  bool sleep();
  void has_left(const Lane&);

 private:
  void arrive(Lane&, bool stands);
  void arrive_if_complete();
  void wait(Lane&);

  Scheduler& scheduler_;
  Failure& failure_;
  WarpBarriers& warps_;
  BlockBarrier& block_;
  Grid* grid_ = nullptr;
  std::shared_ptr<Cluster> cluster_; // of several blocks
  unsigned phases_ = 0;              // at whose end all threads have arrived
  unsigned arrived_ = 0;             // in the next one
  unsigned standing_ = 0;            // of these, that do nothing else
  unsigned waiting_ = 0;
  bool met_ = false;                 // in the last one, all threads stood
};

}  // namespace loom
