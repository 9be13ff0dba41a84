// Tangled from chapters/26-asynchronous-copies.md. Edit there. [sha1 1dc1820538e692484507ec6a646a5c172004de17]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/async.cuh"
#include "common/buffer.cuh"

const weft::NeedsCapability hopper(9);

constexpr unsigned row_bytes = 64, rows = 16, words = row_bytes / 4;

__global__ void unswizzle(const __grid_constant__ CUtensorMap map, unsigned* right, unsigned* wrong) {
  __shared__ alignas(1024) unsigned char box[rows * row_bytes];
  __shared__ weft::Mbarrier arrived;
  if (threadIdx.x == 0) {
    arrived.init(1);
    weft::publish_barriers();
    arrived.arrive_expecting(sizeof box);
    weft::load_tile(box, map, 0, 0, arrived);
  }
  __syncthreads();
  arrived.wait(0);
  const unsigned address = 4 * threadIdx.x, row = address / row_bytes;
  const auto word = [&](unsigned at) { return *reinterpret_cast<const unsigned*>(box + at); };
  right[threadIdx.x] = word(address ^ address / 128 % 4 * 16);
  wrong[threadIdx.x] = word(address ^ row % 4 * 16);
}

TEST_CASE("the row of the box is not the line in shared memory") {
  std::vector<unsigned> values(rows * words);
  for (unsigned i = 0; i < values.size(); ++i) values[i] = i;
  const weft::Buffer<unsigned> in(values);
  weft::Buffer<unsigned> right(values.size()), wrong(values.size());
  const CUtensorMap map =
      weft::make_map(in.data(), {words, rows}, {words, rows}, CU_TENSOR_MAP_SWIZZLE_64B);
  unswizzle<<<1, rows * words>>>(map, right.data(), wrong.data());
  CHECK(right.to_host() == values);
  const std::vector<unsigned> found = wrong.to_host();
  unsigned good = 0;
  for (unsigned i = 0; i < found.size(); ++i) good += found[i] == i;
  CHECK(good == rows * words / 4);
  std::printf("%u of %u words are where row %% 4 says\n", good, rows * words);
}
