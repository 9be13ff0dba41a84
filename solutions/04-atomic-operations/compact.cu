// Exercise "Compaction without gaps": compaction, with one ticket for a warp.
#include "04-atomic-operations/compact.hpp"
#include "common/view.cuh"

// Copies the values that are greater than zero to `kept`, starting at kept[*count] and in any order, and adds their number to *count.
// The block size is a multiple of 32.
__global__ void keep_positive(weft::View<const float> values, float* kept, unsigned* count) {
  // your code begins
  const unsigned lane = threadIdx.x % 32;
  const std::size_t me = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t first = me - lane; first < values.size(); first += threads) {
    const std::size_t i = first + lane;
    const bool mine = i < values.size() && values[i] > 0;
    const unsigned votes = __ballot_sync(0xffffffffu, mine);
    if (votes == 0) continue;
    unsigned base = 0;
    if (lane == 0) base = atomicAdd(count, static_cast<unsigned>(__popc(votes)));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (mine) kept[base + static_cast<unsigned>(__popc(votes & ((1u << lane) - 1)))] = values[i];
  }
  // your code ends
}
