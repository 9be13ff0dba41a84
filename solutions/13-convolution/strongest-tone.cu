// Exercise "The strongest tone in a spectrum": the frequency at which a spectrum is largest.
#include <algorithm>

#include "13-convolution/strongest-tone.hpp"
#include "common/plan.cuh"

// The frequency, in hertz, of the strongest tone in `samples`, of which there are `rate` per second: that of the largest bin,
// except bin 0, which is not a tone. There are at least two samples.
double strongest_tone(const std::vector<float>& samples, double rate) {
  double hertz = 0;
  // your code begins
  const int n = static_cast<int>(samples.size());
  const weft::Buffer<float> from(samples);
  weft::Buffer<weft::Complex> to(n / 2 + 1);
  weft::Plan(n, CUFFT_R2C).forward(from.data(), to.data());
  std::vector<float> sizes;
  for (const auto& [x, y] : to.to_host()) sizes.push_back(std::hypot(x, y));
  hertz = (std::max_element(sizes.begin() + 1, sizes.end()) - sizes.begin()) * rate / n;
  // your code ends
  return hertz;
}
