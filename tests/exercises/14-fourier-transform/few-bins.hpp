// Exercise "A few bins of a Fourier transform": what its test calls.
#pragma once

#include "common/complex.cuh"
#include "common/reduce.cuh"

__global__ void few_bins(weft::View<const float> x, weft::View<const unsigned> bins, weft::Complex* result);
