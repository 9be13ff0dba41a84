// Exercise "The delay of an echo by correlation": the delay of an echo, by a correlation.
#include <algorithm>
#include <bit>

#include "13-convolution/find-echo.hpp"
#include "common/plan.cuh"

// Computes from the spectra of `heard` and `sent` that of their correlation, and stores it in `heard`. At least one thread per bin.
__global__ void correlate(weft::Complex* heard, const weft::Complex* sent, unsigned bins) {
  // your code begins
  // your code ends
}

inline void launch_correlate(weft::Buffer<weft::Complex>& heard, const weft::Buffer<weft::Complex>& sent) {
  const unsigned bins = static_cast<unsigned>(heard.size());
  if (sent.size() != bins) throw std::length_error("the spectra have different lengths");
  correlate<<<(bins + 255) / 256, 256>>>(heard.data(), sent.data(), bins);
  weft::check(cudaGetLastError());
}

// The delay d from 0 to heard.size() - 1 for which the sum of sent[j] heard[j + d] is largest. Before heard[0] and after its end,
// there is silence. There are at most 2^20 samples of either.
std::size_t delay_of(std::vector<float> sent, std::vector<float> heard) {
  std::size_t delay = 0;
  // your code begins
  // your code ends
  return delay;
}
