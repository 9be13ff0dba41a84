// Chapter 13, exercise "The strongest tone": the frequency at which a spectrum is largest.
#include "common/plan.cuh"

// The frequency, in hertz, of the strongest tone in `samples`, of which there are `rate` a second: that of the largest bin, bin 0
// apart, for that is no tone. There are at least two samples.
inline double strongest_tone(const std::vector<float>& samples, double rate) {
  double hertz = 0;
  // your code begins
  const int n = static_cast<int>(samples.size());
  const weft::Buffer<float> from(samples);
  weft::Buffer<weft::Complex> to(n / 2 + 1);
  weft::Plan(n, CUFFT_R2C).forward(from.data(), to.data());
  float largest = -1;
  const std::vector<weft::Complex> bins = to.to_host();
  for (int k = 1; k <= n / 2; ++k) {
    const float size = std::hypot(bins[k].x, bins[k].y);
    if (size > largest) {
      largest = size;
      hertz = k * rate / n;
    }
  }
  // your code ends
  return hertz;
}
