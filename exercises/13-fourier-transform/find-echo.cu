// Chapter 13, exercise "How far is the wall?": the delay of an echo, by a correlation.
#include <algorithm>
#include <bit>

#include "common/plan.cuh"

// Makes of the spectra of `heard` and `sent` that of their correlation, in the place of `heard`. At least as many threads as bins.
__global__ void correlate(weft::Complex* heard, const weft::Complex* sent, unsigned bins) {
  // your code begins
  // your code ends
}

inline void launch_correlate(weft::Buffer<weft::Complex>& heard, const weft::Buffer<weft::Complex>& sent) {
  const unsigned bins = static_cast<unsigned>(heard.size());
  if (sent.size() != bins) throw std::length_error("spectra of two lengths");
  correlate<<<(bins + 255) / 256, 256>>>(heard.data(), sent.data(), bins);
  weft::check(cudaGetLastError());
}

// The delay d from 0 to heard.size() - 1 for which the sum of sent[j] heard[j + d] is largest. Before heard[0] and behind its end,
// nothing is heard. There are at most 2^20 samples of either.
inline std::size_t delay_of(std::vector<float> sent, std::vector<float> heard) {
  std::size_t delay = 0;
  // your code begins
  // your code ends
  return delay;
}
