// Runs one thread block at a time on the calling OS thread.
//
// It is made of parts, each of which knows those before it: the scheduler of its threads, how it fails, where its threads meet, the
// watchdog. It notifies the parts when a block begins and when a thread has left, and keeps what the block prints.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "driver_types.h"
#include "engine/block_barrier.hpp"
#include "engine/block_result.hpp"
#include "engine/cluster_barrier.hpp"
#include "engine/events.hpp"
#include "engine/failure.hpp"
#include "engine/program_barriers.hpp"
#include "engine/progress_watchdog.hpp"
#include "engine/scheduler.hpp"
#include "engine/shared.hpp"
#include "engine/tile_barriers.hpp"
#include "engine/warp_barriers.hpp"

namespace loom {

class BlockRunner final : Scheduled {
 public:
  // Runs the block to its end, or until it fails or an earlier block has; then perhaps others, until one is left to end here.
  void run(Grid&, std::uint64_t turn);

  // What the current device thread may turn to.
  Scheduler& scheduler() { return scheduler_; }
  WarpBarriers& warps() { return warps_; }
  TileBarriers& tiles() { return tiles_; }
  BlockBarrier& barrier() { return barrier_; }
  ClusterBarrier& cluster() { return cluster_; }
  ProgramBarriers& program_barriers() { return program_barriers_; }
  ProgressWatchdog& watchdog() { return watchdog_; }

  // See Failure.
  [[noreturn]] void stop(cudaError_t error, std::uintptr_t pc, std::string_view what) { failure_.stop(error, pc, what); }
  [[noreturn]] void stop(cudaError_t error) { failure_.stop(error); }
  [[noreturn]] void stop_for_overflow(std::uintptr_t pc) { failure_.stop_for_overflow(pc); }
  [[noreturn]] void stop_for_division(std::uintptr_t pc) { failure_.stop_for_division(pc); }
  // Ends the current thread; the others go on to their next barrier, and there the kernel ends.
  [[noreturn]] void fail_assertion(const std::string& message);

  // Looks whether the block, or the launch, has come to a standstill; then lets other threads run.
  void tick(std::uintptr_t pc);
  void tick_at_read(std::uintptr_t pc, std::uintptr_t address);
  void yield_before_volatile(bool writes, std::uintptr_t pc);

  std::string& printed() { return printed_; }
  bool prints_too_much() const { return printed_.size() > most_printed; }

 private:
  void run_threads() override;
  void has_left(const Lane&) override;
  [[noreturn]] void overflows() override { failure_.stop_for_overflow(0); }

  void begin(Grid&, std::uint64_t turn);
  void run_fibers();
  bool take_another_block();
  void end(bool whole);
  void explain_deadlock();

  Grid* grid_ = nullptr;
  std::uint64_t turn_ = 0;
  Block block_;
  SharedMemory shared_;
  Scheduler scheduler_{*this, block_};
  Failure failure_{scheduler_};
  WarpBarriers warps_{scheduler_, failure_};
  TileBarriers tiles_{scheduler_, failure_, warps_};
  BlockBarrier barrier_{scheduler_, failure_, warps_};
  ClusterBarrier cluster_{scheduler_, failure_, warps_, barrier_};
  ProgramBarriers program_barriers_;
  ProgressWatchdog watchdog_{scheduler_, failure_};
  std::string printed_, complained_;
};

}  // namespace loom
