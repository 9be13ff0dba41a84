// Exercise "Trapezoid and Simpson in one pass": what its test calls.
#pragma once

#include "common/buffer.cuh"

struct Integrals {
  double trapezoid, simpson;
};

constexpr unsigned block_size = 128;

template <class F>
Integrals integrate(F f, double a, double b, unsigned long long n, unsigned blocks = 16);
