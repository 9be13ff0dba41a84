// Whether what runs goes on: a thread lets others run, and a block or launch that stands still is given up.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <utility>

#include "engine/grid.hpp"
#include "engine/switching.hpp"
#include "report/report.hpp"

namespace loom {
namespace {

// How long a launch may go without changing any memory before a block that waits gets company, and before it is given up.
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

// In $LOOM_TIMEOUT seconds, if set.
std::chrono::milliseconds patience() {
  const char* asked = std::getenv("LOOM_TIMEOUT");
  const double seconds = asked ? std::atof(asked) : 0;
  return std::chrono::milliseconds(static_cast<long>(1000 * (seconds > 0 ? seconds : 10)));
}

void BlockRunner::yield() {
  const Inside inside;
  Lane& lane = current_lane();
  if (started_ == block_.threads && ready_count_ == 0) return;
  make_ready(lane);
  suspend(lane);
}

bool BlockRunner::has_stepped(std::chrono::steady_clock::time_point now) {
  if (!std::exchange(stepped_, false)) return false;
  last_step_ = now;
  worked_then_ = worked();
  if (!unchanged_since_) unchanged_since_ = worked_then_;
  return true;
}

void BlockRunner::stop_if_endless(std::chrono::steady_clock::time_point now, std::uintptr_t pc) {
  const auto limit = long_patience * patience();
  if (now - last_step_ > limit && worked_since(worked_then_) > limit)
    stop(cudaErrorLaunchTimeout, pc, "has been at work for too long without ending or reaching a barrier. Look for what should end "
                                     "this loop; if it is only slow, let LOOM_TIMEOUT name more seconds.");
}

void BlockRunner::look(unsigned round, std::uintptr_t pc) {
  if (std::exchange(looked_at_, round) == round) return;
  current_lane();
  const auto now = std::chrono::steady_clock::now();
  has_stepped(now);
  stop_if_endless(now, pc);
  const auto since = now - last_step_;
  if (since <= news * patience() || !grid_->is_to_be_told()) return;
  on_root([&] {
    std::fprintf(stderr, "loom: kernel %s is still running after %lld s, in the loop at %s (%s)\n", block_.launch->kernel.c_str(),
                 static_cast<long long>(std::chrono::duration_cast<std::chrono::seconds>(since).count()), place_of(pc).c_str(),
                 name_of(*here.thread).c_str());
  });
}

void BlockRunner::tick(std::uintptr_t pc) {
  const Inside inside;
  here.budget = full_budget;
  const auto now = std::chrono::steady_clock::now();
  const auto limit = long_patience * patience();
  if (!begun_) begun_ = now;
  const bool changed = std::exchange(here.changed, false);
  const bool idle = !std::exchange(met_, false) && !changed;
  if (changed) {
    grid_->changes();
    unchanged_since_.reset();
  }
  // What kernels write is known where they are watched.
  if (has_stepped(now) && instrumented && grid_->unchanged() > limit && worked_since(*unchanged_since_) > limit)
    stop(cudaErrorLaunchTimeout, pc, "passes barriers without end, and for a long time no thread of the launch has changed any "
                                     "memory. Look for what should end the loop around them; if it is only slow, let "
                                     "LOOM_TIMEOUT name more seconds.");
  if (now - last_step_ > long_moment) needs_company(*grid_);
  if (now - *begun_ > last_patience * patience())
    stop(cudaErrorLaunchTimeout, pc, "passes barriers without end. Look for what should end the loop around them; if it is only "
                                     "slow, let LOOM_TIMEOUT name more seconds.");
  stop_if_endless(now, pc);
  if (!idle) {
    grid_->progresses();
  } else if (grid_->stands_still() > patience()) {
    stop(cudaErrorLaunchTimeout, pc, "waits for what never happens: for a long time no thread of the launch has changed "
                                     "any memory. Look for what should end this loop.");
  } else if (grid_->fails()) {
    abandoned_ = true;
  } else if (grid_->stands_still() > moment) {
    needs_company(*grid_);           // perhaps it waits for a block that has not begun
  }
  if (grid_->fails_before(turn_)) abandoned_ = true;
  if (abandoned_) back_to_root();
  release_from_cluster();
  // A lane that spins may wait for those that wait for it to come to them.
  if (const unsigned warp = here.thread->rank / 32; warps_[warp].gathering) release_gathered(warp);
  if (idle) std::this_thread::yield();       // whoever it waits for may be in another block
  yield();
}

// A thread that reads further and further is at work, though it changes nothing: who waits reads the same places again.
void BlockRunner::tick_at_read(std::uintptr_t pc, std::uintptr_t address) {
  Lane& lane = current_lane();
  if (address < lane.lowest_read || address > lane.highest_read) here.changed = true;
  lane.lowest_read = std::min(lane.lowest_read, address);
  lane.highest_read = std::max(lane.highest_read, address);
  tick(pc);
}

void BlockRunner::yield_before_volatile(bool writes, std::uintptr_t pc) {
  if (std::exchange(static_cast<Lane*>(here.thread)->writes, writes) == writes) return spend(spin_cost, pc);
  if (here.budget < full_budget / 2) tick(pc);     // here rather than amid its reads
  else yield();
}

// The host may take as long as it likes, and has nobody to make way for.
void tick(std::uintptr_t pc) {
  if (here.thread) return here.runner->tick(pc);
  here.budget = full_budget;
}
void tick_at_read(std::uintptr_t pc, std::uintptr_t address) {
  if (here.thread) return here.runner->tick_at_read(pc, address);
  here.budget = full_budget;
}
void yield_before_volatile(bool writes, std::uintptr_t pc) {
  if (here.thread) here.runner->yield_before_volatile(writes, pc);
}

}  // namespace loom
