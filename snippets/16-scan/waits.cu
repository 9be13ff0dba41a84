// Tangled from chapters/16-scan.md. Edit there. [sha1 f3ee12b806694e4f2c9192a291535e7bcfdb33a1]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/scan.cuh"

template <class T>
struct Affine {  // x -> a x + b
  T a, b;
  bool operator==(const Affine&) const = default;
};
// First f, then g.
template <class T>
struct Compose {
  using Value = Affine<T>;
  __host__ __device__ static Value identity() { return {1, 0}; }
  __host__ __device__ Value operator()(Value f, Value g) const {
    return {g.a * f.a, g.a * f.b + g.b};
  }
};

using Map = Affine<unsigned>;
using Statuses = weft::Statuses<Map>;
using Words = weft::TileStatus<Map>;

__device__ void publish_word(Statuses statuses, unsigned tile, unsigned k, unsigned flag, unsigned bits) {
  Words::shared(statuses.of[tile].words[k])
      .store(static_cast<unsigned long long>(flag) << 32 | bits, cuda::memory_order_relaxed);
}
__device__ void wait_a_while() {
  for (int i = 0; i < 100; ++i) __nanosleep(1000);
}

// Warp 0 looks back from tile 3, warp 1 publishes the tiles before it, with a pause before each step.
__global__ void look_early(Statuses statuses, const Map* tiles, Map* before) {
  if (threadIdx.x < 32) {
    const Map found = weft::look_back(Compose<unsigned>{}, statuses, 3);
    if (threadIdx.x == 0) *before = found;
  } else if (threadIdx.x == 32) {
    wait_a_while();  // nothing is there
    statuses.of[2].publish(statuses.aggregate(), tiles[2]);
    statuses.of[0].publish(statuses.prefix(), tiles[0]);
    wait_a_while();  // tile 1 has published nothing
    publish_word(statuses, 1, 1, statuses.aggregate(), tiles[1].b);
    wait_a_while();  // and now one word of two
    publish_word(statuses, 1, 0, statuses.aggregate(), tiles[1].a);
  }
}

// The flags that a reader gets: with one word of the new value, with both, and with words of two different kinds.
__global__ void read_torn(Statuses statuses, unsigned* flags, Map* values) {
  statuses.of[0].publish(statuses.prefix() - 2, {2, 3});  // by the launch before
  publish_word(statuses, 0, 0, statuses.aggregate(), 5);
  flags[0] = statuses.of[0].read(values[0]);
  publish_word(statuses, 0, 1, statuses.aggregate(), 7);
  flags[1] = statuses.of[0].read(values[1]);
  publish_word(statuses, 0, 1, statuses.prefix(), 9);
  flags[2] = statuses.of[0].read(values[2]);
}

TEST_CASE("a value of which only some words have arrived is not accepted") {
  weft::Buffer<Words> of(1);
  weft::Buffer<unsigned> flags(3);
  weft::Buffer<Map> values(3);
  const Statuses statuses{of.data(), nullptr, 5};
  read_torn<<<1, 1>>>(statuses, flags.data(), values.data());
  weft::check(cudaGetLastError());
  CHECK(flags.to_host() == std::vector<unsigned>{0, 10, 0});
  CHECK(values.to_host()[1] == Map{5, 7});
}

TEST_CASE("a warp that looks too early reads again, and gets whole values in order") {
  const std::vector<Map> maps = {{2, 3}, {5, 7}, {11, 13}};
  const weft::Buffer<Map> tiles(maps);
  weft::Buffer<Words> of(std::vector<Words>(3));
  weft::Buffer<Map> before(1);
  const auto seen = loom::observe([&] {
    look_early<<<1, 64>>>({of.data(), nullptr, 5}, tiles.data(), before.data());
  });
  const Compose<unsigned> op;
  CHECK(before.to_host()[0] == op(op(maps[0], maps[1]), maps[2]));
  // One look takes a request per word of a status; the publisher reads the six words of the maps.
  CHECK(seen.global_loads.requests >= 3 * 2 + 6);
  std::puts("the warp had to read the statuses more than once");
}
