// Which earlier accesses of a block are ordered before what a thread does now.
//
// Time is counted in barriers. An access keeps the time at which it happened; a block-wide barrier orders all that was
// before it, and a barrier of some lanes of a warp orders what those lanes did, or had seen ordered, for each other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace loom {

class RaceClock {
 public:
  using Time = std::uint32_t;
  static constexpr unsigned bits = 22;                     // so much of a time is kept with each access
  static constexpr Time last = (Time{1} << bits) - 1;
  static constexpr unsigned lanes = 32;

  // Each of these is true where time has begun again: what is recorded must be thrown away. That forgets nothing but
  // in a block that goes through millions of warp barriers and never through one of its own.
  bool begin(unsigned threads) {
    partial_.clear();
    whole_.assign((threads + lanes - 1) / lanes, 0);
    return block_barrier();
  }
  bool block_barrier() {
    const bool anew = advance();
    interval_ = now_;
    return anew;
  }
  bool warp_barrier(unsigned warp, std::uint32_t mask) {
    const bool anew = advance();
    if (mask == UINT32_MAX) whole_[warp] = now_;
    else join(warp, mask);
    return anew;
  }

  // What one thread does from here on is later than what it did.
  bool tick() { return advance(); }

  Time now() const { return now_; }

  // When the last block-wide barrier was: what happened before is ordered for all threads.
  Time interval() const { return interval_; }

  // The time before which all that `other`, a lane of the same warp, did is ordered for the thread; maybe long before the interval.
  Time seen(unsigned me, unsigned other) const {
    const Time whole = whole_[me / lanes];
    return partial_.empty() ? whole : std::max(whole, partial_[me][other % lanes]);
  }

  // Whether a block-wide barrier lies between then and now.
  bool stale(Time then) const { return then < interval_; }

  // Whether what thread `other` did then is ordered before what thread `me` does now.
  bool ordered(Time then, unsigned other, unsigned me) const {
    if (stale(then) || other == me) return true;
    const unsigned warp = me / lanes;
    if (other / lanes != warp) return false;
    if (then < whole_[warp]) return true;
    return !partial_.empty() && then < partial_[me][other % lanes];
  }

 private:
  // For each lane of the thread's warp, the time before which all it did is ordered for the thread.
  using Seen = std::array<Time, lanes>;

  bool advance() {
    if (now_ < last) {
      ++now_;
      return false;
    }
    now_ = interval_ = 1;
    partial_.clear();
    std::fill(whole_.begin(), whole_.end(), 0);
    return true;
  }

  void join(unsigned warp, std::uint32_t mask) {
    if (partial_.empty()) partial_.assign(whole_.size() * lanes, Seen{});
    Seen joined{};
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (!(mask >> lane & 1)) continue;
      const Seen& seen = partial_[warp * lanes + lane];
      for (unsigned other = 0; other < lanes; ++other) joined[other] = std::max(joined[other], seen[other]);
    }
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (mask >> lane & 1) joined[lane] = now_;
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (mask >> lane & 1) partial_[warp * lanes + lane] = joined;
  }

  Time now_ = 0;
  Time interval_ = 0;                // when the last block-wide barrier was
  std::vector<Time> whole_;          // for each warp, its last barrier of all lanes
  std::vector<Seen> partial_;        // for each thread; empty until a barrier of only some lanes
};

}  // namespace loom
