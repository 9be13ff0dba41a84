// Tangled from chapters/17-sorting.md. Edit there. [sha1 dcdadec530ef101449ce89ca5708580dc5c78543]
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/radix-sort.cuh"

constexpr unsigned threads = 384, items = 20, tile_size = threads * items;

// A pass of one tile, into an array in which each digit has a range of its own, far from the others.
template <bool staged>
__global__ void one_pass(const unsigned* keys, unsigned* to) {
  __shared__ weft::SortRoom<unsigned, weft::Nothing, threads, items> room;
  __shared__ unsigned starts[weft::radix];
  const unsigned own = threadIdx.x / 32 * 32 * items + threadIdx.x % 32;
  unsigned bits[items], places[items];
  for (unsigned i = 0; i < items; ++i) bits[i] = keys[own + 32 * i];
  const auto digit = [&](unsigned i) { return weft::digit_of(bits[i], 0); };
  weft::rank_in_warp<weft::ByBallots>(digit, places, room.counters[threadIdx.x / 32]);
  const auto mine = weft::rank_in_tile<threads>(digit, places, room.counters, [](unsigned) {});
  if (threadIdx.x < weft::radix) starts[threadIdx.x] = threadIdx.x * tile_size - mine.start;
  for (unsigned i = 0; i < items; ++i) room.bits[places[i]] = bits[i];
  __syncthreads();
  for (unsigned i = 0; i < items; ++i) {
    const unsigned place = staged ? threadIdx.x + threads * i : places[i];
    const unsigned key = staged ? room.bits[place] : bits[i];
    to[starts[weft::digit_of(key, 0)] + place] = key;
  }
}

TEST_CASE("a store of staged keys touches six sectors, a direct store thirty") {
  std::mt19937 random(4);
  std::vector<unsigned> values(tile_size);
  for (unsigned& value : values) value = random();
  const weft::Buffer<unsigned> keys(values);
  const std::vector<unsigned> nothing(weft::radix * tile_size, 0);
  weft::Buffer<unsigned> directly(nothing), by_stage(nothing);
  const auto see = [&](auto kernel, auto& to) {
    const auto seen = loom::observe([&] { kernel<<<1, threads>>>(keys.data(), to.data()); });
    return seen.global_stores.sectors_per_request();
  };
  const double direct = see(one_pass<false>, directly), staged = see(one_pass<true>, by_stage);
  CHECK(directly.to_host() == by_stage.to_host());
  CHECK(direct > 28);
  CHECK(staged < 6.5);
  std::printf("sectors per store: %.1f directly, %.1f staged\n", direct, staged);
}
