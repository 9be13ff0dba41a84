// Exercise "Compare two arrays on the device": where a result is wrong, without copying it to the host.
#include "21-finding-faults/compare.hpp"

#include <algorithm>
#include <vector>

#include "common/buffer.cuh"

// your code begins
struct Wrong {
  unsigned long long count, first, last;
};

__global__ void find_wrong(const float* found, const float* expected, std::size_t n, float tolerance, Wrong* wrong) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  unsigned long long count = 0, first = n, last = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    const float error = fabsf(found[i] - expected[i]);
    if (found[i] == expected[i] || error <= tolerance) continue;  // neither is true of NaN
    if (count == 0) first = i;
    last = i;
    ++count;
  }
  if (count == 0) return;
  atomicAdd(&wrong->count, count);
  atomicMin(&wrong->first, first);
  atomicMax(&wrong->last, last);
}
// your code ends

// Of two arrays of n floats in device memory. An element is right if both are equal, or differ by at most the tolerance; NaN is wrong.
// Without a wrong element, `first` and `last` are n.
Comparison compare(const float* found, const float* expected, std::size_t n, float tolerance) {
  Comparison result{0, n, n};
  // your code begins
  weft::Buffer<Wrong> wrong(std::vector<Wrong>{{0, n, 0}});
  const auto blocks = static_cast<unsigned>(std::clamp<std::size_t>((n + 255) / 256, 1, 64));
  find_wrong<<<blocks, 256>>>(found, expected, n, tolerance, wrong.data());
  weft::check(cudaGetLastError());
  const Wrong all = wrong.to_host().front();
  if (all.count > 0) result = {all.count, all.first, all.last};
  // your code ends
  return result;
}
