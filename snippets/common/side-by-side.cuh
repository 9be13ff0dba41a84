// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 403b46de88bb52af285d5676c899301a902ea086]
#pragma once

#include "common/timer.cuh"

#include <array>

namespace weft {

// The median seconds of each work, in the order given. They take turns, after one round that does not count.
template <class... Work>
std::array<double, sizeof...(Work)> side_by_side(int rounds, Work... work) {
  std::array<std::vector<double>, sizeof...(Work)> times;
  for (int round = -1; round < rounds; ++round) {
    std::size_t next = 0;
    const auto time = [&](auto& one) {
      Timer timer;
      one();
      const double seconds = timer.seconds();
      if (round >= 0) times[next].push_back(seconds);
      ++next;
    };
    (time(work), ...);
  }
  std::array<double, sizeof...(Work)> medians;
  for (std::size_t i = 0; i < medians.size(); ++i) {
    std::nth_element(times[i].begin(), times[i].begin() + rounds / 2, times[i].end());
    medians[i] = times[i][rounds / 2];
  }
  return medians;
}

}  // namespace weft
