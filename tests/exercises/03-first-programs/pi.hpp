// Exercise "Pi as an integral": what its test calls.
#pragma once

#include "common/buffer.cuh"

__global__ void add_strips(long long n, weft::View<double> partial);
double integrate_pi(long long n, unsigned blocks, unsigned threads);
