// Exercise "Float or double: accuracy and time": one kernel for both types, with its error and its time.
#include "05-vectors/float-or-double.hpp"
#include "common/buffer.cuh"
#include "common/timer.cuh"

#include <cmath>
#include <vector>

// A decaying oscillation: y = exp(−t / 1000) · sin(t), all of it in T.
template <class T>
__global__ void ring(weft::View<const T> t, weft::View<T> y) {
  // your code begins
  // your code ends
}

// Computes the oscillation in T on the device and compares it with the exact values for `times` themselves. No time is 0.
template <class T>
Study study(const std::vector<double>& times) {
  Study result{NAN, NAN};
  // your code begins
  // your code ends
  return result;
}
