// fails: a block performs one atomic operation, and none in shared memory
#include "04-atomic-operations/sparing.hpp"
#include "common/view.cuh"

__global__ void count_above(weft::View<const float> values, float limit, unsigned* count) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < values.size(); i += threads)
    if (values[i] > limit) atomicAdd(count, 1u);
}
