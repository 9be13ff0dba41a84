#include "engine/workers.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

#include "engine/block.hpp"
#include "engine/grid.hpp"
#include "engine/shared.hpp"
#include "engine/signals.hpp"

namespace loom {

void run_blocks(Grid& grid) {
  static thread_local BlockRunner runner;
  const SignalStack stack;
  const KeepStaticShared keep;
  while (const auto turn = grid.take()) runner.run(grid, *turn);
}

Workers& Workers::instance() {
  static Workers& workers = *new Workers;
  return workers;
}

bool Workers::add(Grid& grid, std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  return call(grid, count);
}

void Workers::double_number(Grid& grid) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t at_work = busy_ + 1;     // with the one that launches
  const std::uint64_t most = std::min(grid.launch().resident, grid.blocks());
  if (grid.all_taken() || at_work >= most) return;
  // The next call gives these the time to begin.
  if (call(grid, std::min(at_work, most - at_work))) grid.progresses();
}

void Workers::wait() {
  std::unique_lock lock(mutex_);
  busy_ -= wanted_;
  wanted_ = 0;
  done_.wait(lock, [&] { return busy_ == 0; });
}

bool Workers::call(Grid& grid, std::uint64_t count) {
  while (idle_ < wanted_ + count)
    if (!make_one()) return false;
  if (count > 0) grid.is_shared();
  grid_ = &grid;
  wanted_ += count;
  busy_ += count;
  for (std::uint64_t i = 0; i < count; ++i) called_.notify_one();     // the others sleep on
  return true;
}

bool Workers::make_one() {
  try {
    std::thread([this] { serve(); }).detach();
  } catch (const std::system_error&) {
    return false;
  }
  ++idle_;
  return true;
}

void Workers::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    called_.wait(lock, [&] { return wanted_ > 0; });
    --wanted_;
    --idle_;
    Grid& grid = *grid_;
    lock.unlock();
    run_blocks(grid);
    lock.lock();
    ++idle_;
    if (--busy_ == 0) done_.notify_all();
  }
}

}  // namespace loom
