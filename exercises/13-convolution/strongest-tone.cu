// Exercise "The strongest tone in a spectrum": the frequency at which a spectrum is largest.
#include <algorithm>

#include "13-convolution/strongest-tone.hpp"
#include "common/plan.cuh"

// The frequency, in hertz, of the strongest tone in `samples`, of which there are `rate` per second: that of the largest bin,
// except bin 0, which is not a tone. There are at least two samples.
double strongest_tone(const std::vector<float>& samples, double rate) {
  double hertz = 0;
  // your code begins
  // your code ends
  return hertz;
}
