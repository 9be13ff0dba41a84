// Exercise "The slope of a polynomial, on host and device": what its test calls.
#pragma once

template <class T, int Degree>
__host__ __device__ constexpr T slope(const T (&c)[Degree + 1], T x);
