// Who went around barriers that stand in a branch of an `if`, since the block last met.
#pragma once

#include <cstdint>
#include <vector>

namespace loom {

struct Detour {
  std::uint64_t first = 0, last = 0; // the branch, by its words
  std::uintptr_t pc = 0;             // of the `if`
  unsigned times = 0;

  bool around(std::uint64_t barrier) const { return first <= barrier && barrier < last; }
};

class Detours {
 public:
  // Forgets all, and makes room for so many threads where one of them goes around a barrier.
  void clear(unsigned threads) {
    threads_ = threads;
    if (!any_) return;
    any_ = false;
    for (std::vector<Detour>& detours : of_) detours.clear();
  }

  void add(unsigned rank, std::uint64_t first, std::uint64_t last, std::uintptr_t pc) {
    any_ = true;
    if (of_.size() < threads_) of_.resize(threads_);
    for (Detour& detour : of_[rank])
      if (detour.first == first) return static_cast<void>(++detour.times);
    of_[rank].push_back({first, last, pc, 1});
  }

  bool any() const { return any_; }
  const std::vector<Detour>& of(unsigned rank) const { return of_[rank]; }

  // How often the thread took this one.
  unsigned times(unsigned rank, const Detour& detour) const {
    for (const Detour& own : of_[rank])
      if (own.first == detour.first) return own.times;
    return 0;
  }

 private:
  unsigned threads_ = 0;
  bool any_ = false;
  std::vector<std::vector<Detour>> of_;      // by rank
};

}  // namespace loom
