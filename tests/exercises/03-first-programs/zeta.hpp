// Exercise "Riemann's zeta function in parallel": what its test calls.
#pragma once

#include "common/buffer.cuh"

__global__ void add_powers(double s, long long n, weft::View<double> partial);
double zeta(double s, long long n);
double zeta_with_tail(double s, long long n);
