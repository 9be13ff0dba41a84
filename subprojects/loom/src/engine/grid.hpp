// A launch while it runs: which blocks remain, what they printed, and how it failed.
//
// A block is known here by its turn, its position in the order in which the blocks begin. Of several failures that of the lowest
// turn counts; blocks before it run to their end and blocks after it leave no trace. So what a launch says does not depend
// on how many OS threads run it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/block_result.hpp"
#include "engine/events.hpp"
#include "engine/grid_barrier.hpp"

namespace loom {

class Cluster;

// How long a launch may go without changing any memory before it is given up.
std::chrono::milliseconds patience();

class Grid {
 public:
  explicit Grid(const Launch&);

  const Launch& launch() const { return launch_; }
  std::uint64_t blocks() const { return blocks_; }

  // Others will take blocks, too. Says the one that has done so alone, before they come.
  void is_shared() {
    if (!shared_) shared_ = true;
  }
  // The next block to run, or nothing when all have begun or one has failed.
  std::optional<std::uint64_t> take();
  bool all_taken() const { return next_.load(std::memory_order_relaxed) >= blocks_; }

  // From the moment it fails, blocks after this one need not go on.
  void fails(std::uint64_t turn);
  bool fails_before(std::uint64_t turn) const { return failed_.load(std::memory_order_relaxed) < turn; }
  bool fails() const { return failed_.load(std::memory_order_relaxed) != none; }

  // The cluster of several blocks that the block belongs to; nullptr where it stands alone.
  std::shared_ptr<Cluster> cluster_of(std::uint64_t turn);

  // The block will meet no other any more; it has ended, and leaves something to tell.
  void leaves(std::uint64_t turn, Cluster*);
  void ends(BlockResult);
  // No block begins at all.
  void cannot_begin(Fault);

  // The grid's barrier, for a block whose threads have all arrived.
  BarrierOutcome meet();

  // Says that work has been done, and that it has changed memory; and for how long neither has been, as far as anyone has looked. A block
  // that begins is both.
  void progresses();
  void changes();
  std::chrono::nanoseconds stands_still();
  std::chrono::nanoseconds unchanged();

  // Whether it has not been reported yet that the launch takes long; now it is.
  bool is_to_be_told() { return !told_.exchange(true); }

  // When every block has ended: prints what they printed, unless it is discarded, and says how it failed.
  cudaError_t conclude(bool heard);

 private:
  void look_for_begun_blocks();
  void cut();

  static constexpr std::uint64_t none = ~std::uint64_t{0};

  const Launch& launch_;
  std::uint64_t blocks_;
  GridBarrier barrier_;
  bool shared_ = false;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> seen_to_begin_{0};
  std::atomic<std::uint64_t> failed_{none};
  std::atomic<std::chrono::steady_clock::rep> last_progress_;
  std::atomic<std::chrono::steady_clock::rep> last_change_;
  std::atomic<bool> told_{false};
  std::mutex mutex_;
  std::vector<BlockResult> results_;
  std::size_t kept_ = 0;             // bytes in them of what was printed
  bool is_cut_ = false;
  std::map<std::uint64_t, std::shared_ptr<Cluster>> clusters_;     // at work, by number
};

}  // namespace loom
