#pragma once

#include "common/scan.cuh"

struct Map {
  unsigned a, b;
};
struct Compose {
  using Value = Map;
  __host__ __device__ static Map identity() { return {1, 0}; }
  __host__ __device__ Map operator()(Map f, Map g) const { return {g.a * f.a, g.a * f.b + g.b}; }
};
struct Larger {
  using Value = short;
  __host__ __device__ static short identity() { return -32768; }
  __host__ __device__ short operator()(short a, short b) const { return a > b ? a : b; }
};

// A sum that counts how often each lane adds.
struct Counted : weft::Sum<int> {
  unsigned* additions = nullptr;
  __device__ int operator()(int a, int b) const {
    ++additions[threadIdx.x];
    return a + b;
  }
};
