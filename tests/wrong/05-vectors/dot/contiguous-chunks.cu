// fails: loads are coalesced, and each warp issues one atomic request
#include "05-vectors/dot.hpp"
#include "common/view.cuh"

__global__ void add_dot(weft::View<const float> a, weft::View<const float> b, double* result) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t length = (a.size() + threads - 1) / threads;
  const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * length;
  double mine = 0;
  for (std::size_t i = first; i < first + length && i < a.size(); ++i) mine += static_cast<double>(a[i]) * b[i];
  atomicAdd(result, mine);
}
