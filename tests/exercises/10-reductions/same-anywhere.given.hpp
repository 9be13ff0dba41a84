#pragma once

#include "common/reduce.cuh"

// A sum that counts the elements each block takes. Elements carry a mark that sums do not.
struct Witness : weft::Sum<unsigned long long> {
  static constexpr unsigned long long mark = 1ull << 40;
  unsigned* taken = nullptr;
  __device__ Value operator()(Value a, Value b) const {
    const unsigned elements = (a & mark ? 1 : 0) + (b & mark ? 1 : 0);
    if (elements > 0) atomicAdd(taken + blockIdx.x, elements);
    return (a & ~mark) + (b & ~mark);
  }
};
