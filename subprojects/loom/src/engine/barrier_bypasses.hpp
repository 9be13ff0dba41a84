// The threads that bypassed barriers in a branch of an `if` or in a loop, since the block last met.
#pragma once

#include <cstdint>
#include <vector>

namespace loom {

struct BarrierBypass {
  std::uint64_t first = 0, last = 0; // the branch or the loop, by its words
  std::uintptr_t pc = 0;             // of the `if`, or where the loop was left
  bool loop = false;
  unsigned times = 1;

  bool around(std::uint64_t barrier) const { return first <= barrier && barrier < last; }
  // A warp comes together again behind a loop, so that a lane that left it waits there for the others; another warp does not.
  bool matters(unsigned rank, unsigned to) const { return !loop || rank / 32 == to / 32; }
};

class BarrierBypasses {
 public:
  // Clears everything, and allocates for so many threads if one of them bypasses a barrier.
  void clear(unsigned threads) {
    threads_ = threads;
    if (!any_) return;
    any_ = false;
    for (std::vector<BarrierBypass>& bypasses : of_) bypasses.clear();
  }

  void add(unsigned rank, const BarrierBypass& taken) {
    any_ = true;
    if (of_.size() < threads_) of_.resize(threads_);
    for (BarrierBypass& bypass : of_[rank])
      if (bypass.first == taken.first) return static_cast<void>(++bypass.times);
    of_[rank].push_back(taken);
  }

  bool any() const { return any_; }
  const std::vector<BarrierBypass>& of(unsigned rank) const { return of_[rank]; }

  // How often the thread took this one.
  unsigned times(unsigned rank, const BarrierBypass& bypass) const {
    for (const BarrierBypass& own : of_[rank])
      if (own.first == bypass.first) return own.times;
    return 0;
  }

 private:
  unsigned threads_ = 0;
  bool any_ = false;
  std::vector<std::vector<BarrierBypass>> of_; // by rank
};

}  // namespace loom
