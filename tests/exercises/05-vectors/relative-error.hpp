// Exercise "Relative error of fast functions": what its test calls.
#pragma once

#include "common/view.cuh"

template <class F>
__global__ void relative_errors(weft::View<const float> x, weft::View<double> errors);
