// Exercise "A real Fourier transform": what its test calls.
#pragma once

#include "common/fft.cuh"

using weft::Complex;
constexpr unsigned half = 1024, points = 16, threads = half / points;
__global__ void real_transform(const float* numbers, Complex* bins, const Complex* twiddles, const Complex* roots);
