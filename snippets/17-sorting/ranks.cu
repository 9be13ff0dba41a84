// Tangled from chapters/17-sorting.md. Edit there. [sha1 bc72a554c778d37b5e4ff17a77bd354ab336dd3c]
#include <algorithm>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>

#include "common/radix-sort.cuh"

// Sorts the keys of a warp, one per lane; `room` is shared memory, only for this warp.
__device__ unsigned sort_warp(unsigned key, unsigned* room) {
  const unsigned lane = threadIdx.x % 32, below = (1u << lane) - 1;
  for (unsigned bit = 0; bit < 32; ++bit) {
    const bool one = key >> bit & 1;
    const unsigned ones = __ballot_sync(~0u, one);
    room[one ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below)] = key;
    __syncwarp();  // all have written
    key = room[lane];
    __syncwarp();  // all have read
  }
  return key;
}

// Up to threads · items keys, by one block.
template <unsigned threads, unsigned items>
__global__ void sort_block(weft::View<const unsigned> keys, unsigned* to) {
  __shared__ weft::SortRoom<unsigned, weft::Nothing, threads, items> room;
  const unsigned own = threadIdx.x / 32 * 32 * items + threadIdx.x % 32;
  unsigned bits[items], places[items];
  for (unsigned i = 0; i < items; ++i)
    bits[i] = own + 32 * i < keys.size() ? keys[own + 32 * i] : ~0u;
  for (unsigned pass = 0; pass < 4; ++pass) {
    const auto digit = [&](unsigned i) { return weft::digit_of(bits[i], pass); };
    weft::rank_in_warp<weft::ByBallots>(digit, places, room.counters[threadIdx.x / 32]);
    weft::rank_in_tile<threads>(digit, places, room.counters, [](unsigned) {});
    for (unsigned i = 0; i < items; ++i) room.bits[places[i]] = bits[i];
    __syncthreads();
    for (unsigned i = 0; i < items; ++i) bits[i] = room.bits[own + 32 * i];
    __syncthreads();
  }
  for (unsigned i = 0; i < items; ++i)
    if (own + 32 * i < keys.size()) to[own + 32 * i] = bits[i];
}

__global__ void sort_one_warp(weft::View<const unsigned> keys, unsigned* to) {
  __shared__ unsigned room[32];
  to[threadIdx.x] = sort_warp(keys[threadIdx.x], room);
}

void expect(void (*kernel)(weft::View<const unsigned>, unsigned*), unsigned threads, std::size_t n) {
  std::mt19937 random(9);
  std::vector<unsigned> values(n);
  for (unsigned& value : values) value = random() >> n % 3 * 9;
  const weft::Buffer<unsigned> keys(values);
  weft::Buffer<unsigned> to(n);
  kernel<<<1, threads>>>(keys.view(), to.data());
  weft::check(cudaGetLastError());
  std::sort(values.begin(), values.end());
  CHECK(to.to_host() == values);
}

TEST_CASE("a warp sorts 32 keys, a block up to 4,096") {
  expect(sort_one_warp, 32, 32);
  for (const std::size_t n : {0, 1, 255, 257, 4096}) expect(sort_block<256, 16>, 256, n);
  std::puts("a block of 256 threads sorts up to 4096 keys");
}
