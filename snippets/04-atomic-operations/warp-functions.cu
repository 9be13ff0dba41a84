// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 e1ad44bcfed4da3daf1946d3c49e853d75bc24b5]
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

__device__ unsigned sum_by_shuffles(unsigned value) {
  for (unsigned distance = 16; distance > 0; distance /= 2)
    value += __shfl_xor_sync(0xffffffffu, value, distance);
  return value;
}

struct Results {
  unsigned ballot, any, all, match, of_lane_7, up, down, exchanged, sum, reduced;
};

__host__ __device__ unsigned value_of(unsigned lane) { return lane * lane % 10; }

__global__ void try_warp_functions(Results* results) {
  const unsigned lane = threadIdx.x, value = value_of(lane), all = 0xffffffffu;
  Results mine{};
  mine.ballot = __ballot_sync(all, value > 5);
  mine.any = __any_sync(all, value == 9);
  mine.all = __all_sync(all, value == 9);
  mine.match = __match_any_sync(all, value);
  mine.of_lane_7 = __shfl_sync(all, value, 7);
  mine.up = __shfl_up_sync(all, value, 3);
  mine.down = __shfl_down_sync(all, value, 3);
  mine.exchanged = __shfl_xor_sync(all, value, 5);
  mine.sum = sum_by_shuffles(value);
#if defined(__LOOM__) || __CUDA_ARCH__ >= 800
  mine.reduced = __reduce_add_sync(all, value);
#else
  mine.reduced = mine.sum;
#endif
  results[lane] = mine;
}

TEST_CASE("votes, matches, shuffles and sums give each lane what the table says") {
  weft::Buffer<Results> results(32);
  try_warp_functions<<<1, 32>>>(results.data());
  weft::check(cudaGetLastError());
  const std::vector<Results> found = results.to_host();
  unsigned above_five = 0, sum = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    above_five |= unsigned{value_of(lane) > 5} << lane;
    sum += value_of(lane);
  }
  for (unsigned lane = 0; lane < 32; ++lane) {
    CAPTURE(lane);
    unsigned same = 0;
    for (unsigned k = 0; k < 32; ++k) same |= unsigned{value_of(k) == value_of(lane)} << k;
    CHECK(found[lane].ballot == above_five);
    CHECK(found[lane].any != 0);
    CHECK(found[lane].all == 0);
    CHECK(found[lane].match == same);
    CHECK(found[lane].of_lane_7 == value_of(7));
    CHECK(found[lane].up == value_of(lane < 3 ? lane : lane - 3));
    CHECK(found[lane].down == value_of(lane > 28 ? lane : lane + 3));
    CHECK(found[lane].exchanged == value_of(lane ^ 5));
    CHECK(found[lane].sum == sum);
    CHECK(found[lane].reduced == sum);
  }
}
