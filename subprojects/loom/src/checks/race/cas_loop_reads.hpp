// Plain reads of compare-and-swap loops: the thread goes on to compare and swap what it has read, and starts again if it has changed.
//
// So it does no harm that other threads update the value atomically meanwhile; the programming guide builds all atomics that CUDA does
// not have in this way. Which reads these are shows only when the swap comes, so such races are reported at first, and taken back.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <utility>

#include "checks/race/messages.hpp"
#include "report/report.hpp"

namespace loom {

class CasLoopReads {
 public:
  void begin() {
    const std::lock_guard lock(mutex_);
    reads_.clear();
    told_.clear();
  }

  // What was read at `pc` has been checked by a compare-and-swap.
  void checked(std::uintptr_t pc) {
    const std::lock_guard lock(mutex_);
    reads_.insert(pc);
  }

  // A race has been reported.
  void told(const RaceAccess& now, const RaceAccess& then) {
    if (!may_be_one(now, then) && !may_be_one(then, now)) return;
    const std::lock_guard lock(mutex_);
    told_.emplace(now.pc, then.pc);
  }

  void take_back(const Launch& launch) {
    const std::lock_guard lock(mutex_);
    for (const auto& [now, then] : told_)
      if (reads_.contains(now) || reads_.contains(then)) loom::take_back("race", launch, now, then);
  }

 private:
  static bool may_be_one(const RaceAccess& reader, const RaceAccess& other) {
    return reader.use == Use::read && (other.use == Use::update || other.use == Use::block_update);
  }

  std::mutex mutex_;
  std::set<std::uintptr_t> reads_;                             // addresses of code
  std::set<std::pair<std::uintptr_t, std::uintptr_t>> told_;
};

}  // namespace loom
