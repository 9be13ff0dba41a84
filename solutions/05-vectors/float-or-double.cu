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
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < t.size(); i += threads)
    y[i] = exp(-t[i] / 1000) * sin(t[i]);
  // your code ends
}

// Computes the oscillation in T on the device and compares it with the exact values for `times` themselves. No time is 0.
template <class T>
Study study(const std::vector<double>& times) {
  Study result{NAN, NAN};
  // your code begins
  const weft::Buffer<T> t(std::vector<T>(times.begin(), times.end()));
  weft::Buffer<T> y(times.size());
  result.seconds = weft::median_seconds(5, [&] { ring<T><<<64, 256>>>(t.view(), y.view()); });
  weft::check(cudaGetLastError());
  const std::vector<T> found = y.to_host();
  result.worst = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double exact = std::exp(-times[i] / 1000) * std::sin(times[i]);
    const double error = std::abs(found[i] - exact) / std::abs(exact);
    if (error > result.worst || std::isnan(error)) result.worst = error;
  }
  // your code ends
  return result;
}
