#include "core/engine.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

#include "core/block.hpp"
#include "core/grid.hpp"
#include "core/here.hpp"
#include "core/shared.hpp"
#include "core/signals.hpp"

namespace loom {

constinit Checks checks;
constinit PathListener* path_listener = nullptr;

namespace {

std::mutex one_launch_at_a_time;

}  // namespace

void add_check(Check& check) {
  const std::lock_guard lock(one_launch_at_a_time);
  if (checks.count == Checks::most) {
    std::fprintf(stderr, "loom: more than %u checks; raise Checks::most in core/here.hpp.\n", Checks::most);
    std::abort();
  }
  checks.list[checks.count++] = &check;
}

void remove_check(Check& check) {
  const std::lock_guard lock(one_launch_at_a_time);
  checks.count = static_cast<unsigned>(std::remove(checks.list, checks.list + checks.count, &check) - checks.list);
}

void follow(PathListener* listener) {
  const std::lock_guard lock(one_launch_at_a_time);
  path_listener = listener;
}

const Thread* current_thread() { return here.thread; }

bool on_own_stack(std::uintptr_t address) { return here.on_stack(address); }

namespace {

// Runs blocks of the grid until none is left to begin.
void work(Grid& grid) {
  static thread_local BlockRunner runner;
  const SignalStack stack;
  const KeepStaticShared keep;
  while (const auto number = grid.take()) {
    runner.run(grid, *number);
    grid.ends(*number, runner);
  }
}

// OS threads beside the one that launches. They are made when first needed, and wait for the next launch in between.
class Workers {
 public:
  // Never destroyed: its threads wait in it until the process ends.
  static Workers& instance() {
    static Workers& workers = *new Workers;
    return workers;
  }

  void join(Grid& grid) {
    const std::lock_guard lock(mutex_);
    if (busy_ == most) return;
    grid_ = &grid;
    ++wanted_;
    ++busy_;
    if (idle_ < wanted_) {
      ++idle_;
      std::thread([this] { serve(); }).detach();
    }
    called_.notify_one();
  }

  // Returns when none works on the grid any more. Those that have not even begun are not waited for.
  void wait() {
    std::unique_lock lock(mutex_);
    busy_ -= wanted_;
    wanted_ = 0;
    done_.wait(lock, [&] { return busy_ == 0; });
  }

 private:
  static constexpr unsigned most = 256;

  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      called_.wait(lock, [&] { return wanted_ > 0; });
      --wanted_;
      --idle_;
      Grid& grid = *grid_;
      lock.unlock();
      work(grid);
      lock.lock();
      ++idle_;
      if (--busy_ == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable called_;
  std::condition_variable done_;
  Grid* grid_ = nullptr;
  unsigned wanted_ = 0;
  unsigned idle_ = 0;
  unsigned busy_ = 0;
};

unsigned cores() {
  const char* asked = std::getenv("LOOM_CORES");
  const int number = asked ? std::atoi(asked) : 0;
  return number > 0 ? static_cast<unsigned>(number) : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

void needs_company(Grid& grid) {
  if (!grid.all_taken()) Workers::instance().join(grid);
}

cudaError_t run(const Launch& launch) {
  const std::lock_guard lock(one_launch_at_a_time);

  for (Check* check : checks) check->launch_begins(launch);
  Grid grid(launch);
  {
    const SignalHandlers handlers;
    for (unsigned i = 1; i < cores() && i < grid.blocks(); ++i) Workers::instance().join(grid);
    work(grid);
    Workers::instance().wait();
  }
  for (Check* check : checks) check->launch_ends(launch);
  return grid.conclude();
}

}  // namespace loom
