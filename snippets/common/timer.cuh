// Tangled from chapters/03-first-programs.md. Edit there. [sha1 cea83ac237a41370af6653d2cb6c9e325c3fe1da]
#pragma once

#include "common/stream.cuh"

#include <algorithm>
#include <vector>

namespace weft {

class Timer {
 public:
  explicit Timer(cudaStream_t stream = nullptr) : stream_(stream) { start_.record(stream_); }
  double seconds() {
    stop_.record(stream_);
    stop_.wait();
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return milliseconds / 1000.0;
  }

 private:
  cudaStream_t stream_;
  Event start_, stop_;
};

template <class Work>
double median_seconds(int rounds, Work work) {
  work();  // loads code, fills caches, wakes the device
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    Timer timer;
    work();
    times.push_back(timer.seconds());
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

}  // namespace weft
