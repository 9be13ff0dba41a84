// Instructions of PTX in which the lanes of a warp meet.
#pragma once

#include "loom/device_warp.h"
#include "loom/ptx/values.h"

namespace loom::ptx {

// Shuffles. `c` holds the last lane of a segment, and from the eighth bit upwards which bits of a lane's number name its segment.
struct Shuffled {
  unsigned value;
  bool valid;
};
LOOM_PTX_PLAIN Shuffled shuffled(unsigned value, unsigned from, bool valid, unsigned mask) {
  return {exchange(mask, value, valid ? from & 31 : lane()), valid};
}
LOOM_PTX_PLAIN unsigned last_lane(unsigned c) { return (lane() & (c >> 8 & 31)) | (c & 31 & ~(c >> 8)); }
LOOM_PTX_PLAIN Shuffled shuffle_up(unsigned value, unsigned by, unsigned c, unsigned mask) {
  const int from = static_cast<int>(lane()) - static_cast<int>(by & 31);
  return shuffled(value, static_cast<unsigned>(from), from >= static_cast<int>(last_lane(c)), mask);
}
LOOM_PTX_PLAIN Shuffled shuffle_down(unsigned value, unsigned by, unsigned c, unsigned mask) {
  const unsigned from = lane() + (by & 31);
  return shuffled(value, from, from <= last_lane(c), mask);
}
LOOM_PTX_PLAIN Shuffled shuffle_bfly(unsigned value, unsigned lanes, unsigned c, unsigned mask) {
  const unsigned from = lane() ^ (lanes & 31);
  return shuffled(value, from, from <= last_lane(c), mask);
}
LOOM_PTX_PLAIN Shuffled shuffle_idx(unsigned value, unsigned source, unsigned c, unsigned mask) {
  const unsigned segment = c >> 8 & 31, from = (lane() & segment) | (source & 31 & ~segment);
  return shuffled(value, from, from <= last_lane(c), mask);
}

// Whether all say the same.
LOOM_PTX_PLAIN bool agreed(unsigned mask, bool predicate) {
  const unsigned those = warp_ballot(mask, predicate);
  return those == 0 || those == warp_ballot(mask, true);
}

struct MatchedAll {
  unsigned mask;
  bool all;
};
LOOM_PTX MatchedAll match_all(unsigned mask, T value) {
  int all;
  const unsigned those = __match_all_sync(mask, value, &all);
  return {those, all != 0};
}

// PTX leaves open which lane it is; here the lowest.
struct Elected {
  unsigned lane;
  bool chosen;
};
LOOM_PTX_PLAIN Elected elect(unsigned mask) {
  const auto first = static_cast<unsigned>(__builtin_ctz(warp_ballot(mask, true)));
  return {first, first == lane()};
}

}  // namespace loom::ptx
