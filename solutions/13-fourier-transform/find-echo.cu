// Chapter 13, exercise "How far is the wall?": the delay of an echo, by a correlation.
#include <algorithm>

#include "common/plan.cuh"

// Makes of the spectra of `heard` and `sent` that of their correlation, in the place of `heard`. At least as many threads as bins.
__global__ void correlate(weft::Complex* heard, const weft::Complex* sent, unsigned bins) {
  // your code begins
  const unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < bins) heard[k] = heard[k] * weft::Complex{sent[k].x, -sent[k].y};
  // your code ends
}

// The delay d from 0 to heard.size() - 1 for which the sum of sent[j] heard[j + d] is largest. Before heard[0] and behind its end,
// nothing is heard. There are at most 2^20 samples of either.
inline std::size_t delay_of(std::vector<float> sent, std::vector<float> heard) {
  std::size_t delay = 0;
  // your code begins
  const std::size_t delays = heard.size();
  std::size_t n = 2;
  while (n < heard.size() + sent.size()) n *= 2;
  heard.resize(n);
  sent.resize(n);
  const unsigned bins = static_cast<unsigned>(n / 2 + 1);
  weft::Buffer<float> a(heard);
  const weft::Buffer<float> b(sent);
  weft::Buffer<weft::Complex> of_heard(bins), of_sent(bins);
  weft::Plan there(static_cast<int>(n), CUFFT_R2C), back(static_cast<int>(n), CUFFT_C2R);
  there.forward(a.data(), of_heard.data());
  there.forward(b.data(), of_sent.data());
  correlate<<<(bins + 255) / 256, 256>>>(of_heard.data(), of_sent.data(), bins);
  weft::check(cudaGetLastError());
  back.inverse(of_heard.data(), a.data());
  const std::vector<float> sums = a.to_host();
  delay = static_cast<std::size_t>(std::max_element(sums.begin(), sums.begin() + delays) - sums.begin());
  // your code ends
  return delay;
}
