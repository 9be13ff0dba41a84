// Plain reads that only guess: the thread goes on to compare and swap that very place, and begins anew where the guess was wrong.
//
// So it does no harm that others update the place atomically meanwhile; the programming guide builds all atomics that CUDA has
// not in this way. Which reads are guesses shows only when the swap comes, so such races are told at first, and taken back.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <utility>

#include "checks/race/messages.hpp"
#include "report/report.hpp"

namespace loom {

class Guesses {
 public:
  void begin() {
    const std::lock_guard lock(mutex_);
    guesses_.clear();
    told_.clear();
  }

  // What was read at `pc` has been checked by a compare-and-swap.
  void checked(std::uintptr_t pc) {
    const std::lock_guard lock(mutex_);
    guesses_.insert(pc);
  }

  // A race has been told.
  void told(const RaceAccess& now, const RaceAccess& then) {
    if (!may_guess(now, then) && !may_guess(then, now)) return;
    const std::lock_guard lock(mutex_);
    told_.emplace(now.pc, then.pc);
  }

  void take_back(const Launch& launch) {
    const std::lock_guard lock(mutex_);
    for (const auto& [now, then] : told_)
      if (guesses_.contains(now) || guesses_.contains(then)) loom::take_back("race", launch, now, then);
  }

 private:
  static bool may_guess(const RaceAccess& reader, const RaceAccess& other) {
    return reader.use == Use::read && (other.use == Use::update || other.use == Use::block_update);
  }

  std::mutex mutex_;
  std::set<std::uintptr_t> guesses_;                           // addresses of code
  std::set<std::pair<std::uintptr_t, std::uintptr_t>> told_;
};

}  // namespace loom
