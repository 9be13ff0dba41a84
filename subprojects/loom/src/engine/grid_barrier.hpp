// The barrier of a grid: all blocks of a cooperative launch wait there for one another.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace loom {

// How a block's wait at a barrier with other blocks ends.
enum class BarrierOutcome : std::uint8_t {
  met,
  called_off,                        // the launch has failed elsewhere
  never,                             // the blocks that are missing have left the kernel
};

class GridBarrier {
 public:
  explicit GridBarrier(std::uint64_t blocks) : blocks_(blocks) {}

  // Waits for all other blocks. The last to come does what there is to do while all stand still.
  BarrierOutcome arrive(const std::function<void()>& when_all_are_here);
  // A block has left the kernel, and will not come again.
  void leaves();
  void call_off();

 private:
  void end(BarrierOutcome);
  // When all who remain wait for some who have gone.
  void give_up_if_hopeless();

  const std::uint64_t blocks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t arrived_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t phases_ = 0;         // completed
  std::optional<BarrierOutcome> end_;    // why no further phase will complete
};

}  // namespace loom
