// Tangled from chapters/23-streams-and-graphs.md. Edit there. [sha1 7da7d1b4fe7c920c7951b911a021af606c483713]
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace weft {

// The median seconds of a work that waits for its own completion, after two warm-up runs.
template <class Work>
double by_the_clock(int rounds, Work work) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times;
  for (int round = -2; round < rounds; ++round) {
    const auto start = Clock::now();
    work();
    const std::chrono::duration<double> took = Clock::now() - start;
    if (round >= 0) times.push_back(took.count());
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

}  // namespace weft
