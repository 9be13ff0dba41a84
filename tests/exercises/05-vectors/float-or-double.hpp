// Exercise "Float or double: accuracy and time": what its test calls.
#pragma once

#include <vector>

#include "common/buffer.cuh"
#include "common/timer.cuh"

template <class T>
__global__ void ring(weft::View<const T> t, weft::View<T> y);

struct Study {
  double worst;    // the largest relative error; NaN if any error is NaN
  double seconds;  // the kernel's time, the median of five launches
};

template <class T>
Study study(const std::vector<double>& times);
