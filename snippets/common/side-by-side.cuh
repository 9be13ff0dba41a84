// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 94394968307861b1765706018643f523c61ab4dd]
#pragma once

#include "common/timer.cuh"

#include <array>

namespace weft {

// The median seconds of each work, in the order given. They alternate; the first repetition does not count.
template <class... Work>
std::array<double, sizeof...(Work)> side_by_side(int repetitions, Work... work) {
  std::array<std::vector<double>, sizeof...(Work)> times;
  for (int repetition = -1; repetition < repetitions; ++repetition) {
    std::size_t next = 0;
    const auto time = [&](auto& one) {
      Timer timer;
      one();
      const double seconds = timer.seconds();
      if (repetition >= 0) times[next].push_back(seconds);
      ++next;
    };
    (time(work), ...);  // a fold: for each of them
  }
  std::array<double, sizeof...(Work)> medians;
  for (std::size_t i = 0; i < medians.size(); ++i) {
    std::nth_element(times[i].begin(), times[i].begin() + repetitions / 2, times[i].end());
    medians[i] = times[i][repetitions / 2];
  }
  return medians;
}

}  // namespace weft
