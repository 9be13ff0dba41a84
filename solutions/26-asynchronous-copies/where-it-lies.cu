// Exercise "Where it lies": a byte of a swizzled box.
#include <cuda_runtime.h>

#include "26-asynchronous-copies/where-it-lies.hpp"

__host__ __device__ unsigned place_of(unsigned row, unsigned byte, unsigned row_bytes, unsigned span) {
  unsigned place = 0;
  // your code begins
  const unsigned address = row * row_bytes + byte, line = address / 128;
  place = span == 0 ? address : address ^ line % (span / 16) * 16;
  // your code ends
  return place;
}
