// Where all blocks of a cooperative launch meet: the grid's barrier.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace loom {

class Meeting {
 public:
  explicit Meeting(std::uint64_t blocks) : blocks_(blocks) {}

  enum class Outcome : std::uint8_t {
    met,
    called_off,                      // the launch has failed elsewhere
    never,                           // the blocks that are missing have left the kernel
  };

  // Waits for all other blocks. The last to come does what there is to do while all stand still.
  Outcome arrive(const std::function<void()>& when_all_are_here);
  // A block has left the kernel, and will not come again.
  void leaves();
  void call_off();

 private:
  void end(Outcome);
  // When all who remain wait for some who have gone.
  void give_up_if_hopeless();

  const std::uint64_t blocks_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t arrived_ = 0;
  std::uint64_t left_ = 0;
  std::uint64_t meetings_ = 0;
  std::optional<Outcome> end_;       // why there will be no further meeting
};

}  // namespace loom
