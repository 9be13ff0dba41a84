// The OS threads that run the blocks of a grid, beside the one that launches it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace loom {

class Grid;

// Runs blocks of the grid until none is left to begin.
void run_blocks(Grid&);

// They are made when first needed, and wait for the next launch in between.
class Workers {
 public:
  // Never destroyed: its threads wait in it until the process ends.
  static Workers& instance();

  // Has so many more run blocks of the grid; false where the system allows no more OS threads.
  bool add(Grid&, std::uint64_t count);
  // Doubles the number of blocks at work, as far as blocks remain to begin and the device could hold them.
  void double_number(Grid&);
  // Returns when none works on the grid any more. Those that have not even begun are not waited for.
  void wait();

 private:
  bool call(Grid&, std::uint64_t count);
  bool make_one();
  void serve();

  std::mutex mutex_;
  std::condition_variable called_;
  std::condition_variable done_;
  Grid* grid_ = nullptr;
  std::uint64_t wanted_ = 0;
  std::uint64_t idle_ = 0;
  std::uint64_t busy_ = 0;
};

}  // namespace loom
