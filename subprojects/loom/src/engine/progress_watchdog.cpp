#include "engine/progress_watchdog.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <thread>
#include <utility>

#include "engine/grid.hpp"
#include "engine/workers.hpp"
#include "report/report.hpp"

namespace loom {
namespace {

// How long a launch may go without changing any memory before more blocks are begun beside one that waits, and before it is given up.
constexpr std::chrono::milliseconds moment{2};
// A thread that changes memory as it goes may be waiting too, if it has gone on for as long as this.
constexpr std::chrono::milliseconds long_moment{500};
// A block that does change memory may take so many times as long from one barrier, or one thread's end, to the next; and one that
// goes from barrier to barrier, from one change to the next.
constexpr int long_patience = 6;
// That it does not end is told after so many times as long.
constexpr int news = 2;
// And no block may take longer than so many times as long, whatever it does.
constexpr int last_patience = 60;

std::chrono::nanoseconds read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

Work worked() { return {read(CLOCK_THREAD_CPUTIME_ID), read(CLOCK_PROCESS_CPUTIME_ID)}; }

// Where others crowd the processors, less work is done than time goes by. Where a launch has more blocks at work than there are
// processors, what all of them did counts, or one that never ends would be found the later, the more there are.
std::chrono::nanoseconds worked_since(const Work& then) {
  const Work now = worked();
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  return std::max(now.of_thread - then.of_thread, (now.of_process - then.of_process) / processors);
}

}  // namespace

bool ProgressWatchdog::has_stepped(std::chrono::steady_clock::time_point now) {
  if (!std::exchange(scheduler_.progress().stepped, false)) return false;
  last_step_ = now;
  worked_then_ = worked();
  if (!unchanged_since_) unchanged_since_ = worked_then_;
  return true;
}

void ProgressWatchdog::stop_if_endless(std::chrono::steady_clock::time_point now, std::uintptr_t pc) {
  const auto limit = long_patience * patience();
  if (now - last_step_ > limit && worked_since(worked_then_) > limit)
    failure_.stop(cudaErrorLaunchTimeout, pc, "has run for too long without ending or reaching a barrier. Check the condition that should "
                                              "end this loop; if it is only slow, set LOOM_TIMEOUT to more seconds.");
}

void ProgressWatchdog::look(unsigned round, std::uintptr_t pc) {
  if (std::exchange(looked_at_, round) == round) return;
  scheduler_.current_lane();
  const auto now = std::chrono::steady_clock::now();
  has_stepped(now);
  stop_if_endless(now, pc);
  const auto since = now - last_step_;
  if (since <= news * patience() || !grid_->is_to_be_told()) return;
  scheduler_.on_root([&] {
    std::fprintf(stderr, "loom: kernel %s is still running after %lld s, in the loop at %s (%s)\n", grid_->launch().kernel.c_str(),
                 static_cast<long long>(std::chrono::duration_cast<std::chrono::seconds>(since).count()), place_of(pc).c_str(),
                 name_of(*here.thread).c_str());
  });
}

bool ProgressWatchdog::look_at_clock(std::uintptr_t pc) {
  here.budget = full_budget;
  const std::string_view awaited = std::exchange(awaited_, {});
  const auto now = std::chrono::steady_clock::now();
  const auto limit = long_patience * patience();
  if (!begun_) begun_ = now;
  const bool changed = std::exchange(here.changed, false);
  const bool idle = !std::exchange(scheduler_.progress().met, false) && !changed;
  if (changed) {
    grid_->changes();
    unchanged_since_.reset();
  }
  // What kernels write is known where they are watched.
  if (has_stepped(now) && instrumented && grid_->unchanged() > limit && worked_since(*unchanged_since_) > limit)
    failure_.stop(cudaErrorLaunchTimeout, pc, "passes barriers endlessly, and for a long time no thread of the launch has changed any "
                                              "memory. Check the condition that should end the loop around them; if it is only slow, set "
                                              "LOOM_TIMEOUT to more seconds.");
  if (now - last_step_ > long_moment) Workers::instance().double_number(*grid_);
  if (now - *begun_ > last_patience * patience())
    failure_.stop(cudaErrorLaunchTimeout, pc, "passes barriers endlessly. Check the condition that should end the loop around them; if it is only "
                                              "slow, set LOOM_TIMEOUT to more seconds.");
  stop_if_endless(now, pc);
  if (!idle) {
    grid_->progresses();
  } else if (grid_->stands_still() > patience()) {
    failure_.stop(cudaErrorLaunchTimeout, pc, !awaited.empty() ? awaited
                                              : "waits for what never happens: for a long time no thread of the launch has "
                                                "changed any memory. Check the condition that should end this loop.");
  } else if (grid_->fails()) {
    failure_.abandon();
  } else if (grid_->stands_still() > moment) {
    Workers::instance().double_number(*grid_);           // perhaps it waits for a block that has not begun
  }
  if (grid_->fails_before(turn_)) failure_.abandon();
  if (failure_.ends_block()) scheduler_.back_to_root();
  return idle;
}

void ProgressWatchdog::notes_read(Lane& lane, std::uintptr_t address) {
  if (address < lane.lowest_read || address > lane.highest_read) here.changed = true;
  lane.lowest_read = std::min(lane.lowest_read, address);
  lane.highest_read = std::max(lane.highest_read, address);
}

}  // namespace loom
