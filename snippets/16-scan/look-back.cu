// Tangled from chapters/16-scan.md. Edit there. [sha1 464e9b41f1fe486cd36b054745272f324f352144]
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

// Tiles up to `known` publish their prefix, the others their aggregate.
template <class Op, class T = typename Op::Value>
__global__ void publish(weft::View<const T> tiles, unsigned known, Op op, weft::Statuses<T> statuses) {
  T up_to = op.identity();
  for (unsigned i = 0; i < tiles.size(); ++i) {
    up_to = op(up_to, tiles[i]);
    statuses.of[i].publish(i <= known ? statuses.prefix() : statuses.aggregate(),
                           i <= known ? up_to : tiles[i]);
  }
}
template <class Op, class T = typename Op::Value>
__global__ void look(unsigned end, Op op, weft::Statuses<T> statuses, T* before) {
  const T found = weft::look_back(op, statuses, end);
  if (threadIdx.x == 0) *before = found;
}

// The result of looking back from the end, and the number of requests.
template <class Op, class T = typename Op::Value>
std::pair<T, unsigned> from_the_end(const std::vector<T>& values, unsigned known) {
  const weft::Buffer<T> tiles(values);
  weft::Buffer<weft::TileStatus<T>> of(values.size());
  weft::Buffer<T> before(1);
  const weft::Statuses<T> statuses{of.data(), nullptr, 5};
  publish<<<1, 1>>>(tiles.view(), known, Op{}, statuses);
  const auto end = static_cast<unsigned>(values.size());
  const auto seen = loom::observe([&] { look<<<1, 32>>>(end, Op{}, statuses, before.data()); });
  return {before.to_host()[0], seen.global_loads.requests};
}

TEST_CASE("only as many looks as are needed") {
  const std::vector<int> ones(100, 1);
  for (const auto& [known, looks] : {std::pair{29u, 3u}, {67u, 2u}, {68u, 1u}, {99u, 1u}, {0u, 4u}})
    CHECK(from_the_end<weft::Sum<int>>(ones, known) == std::pair{100, looks});
  std::printf("looks from tile 100 to tile 29: %u\n", from_the_end<weft::Sum<int>>(ones, 29).second);
}

TEST_CASE("look-back keeps the order, also with values of several words") {
  std::vector<Affine<unsigned>> maps;
  Affine<unsigned> running = {1, 0};
  for (unsigned i = 0; i < 100; ++i) {
    maps.push_back({2 * i + 3, i * i});
    running = Compose<unsigned>{}(running, maps.back());
  }
  for (const unsigned known : {0u, 29u, 98u})
    CHECK(from_the_end<Compose<unsigned>>(maps, known).first == running);
}

TEST_CASE("which tiles have prefixes decides the last bits of a float sum") {
  std::vector<float> tiles(100);
  for (int i = 0; i < 100; ++i) tiles[i] = 0.1f * static_cast<float>(i % 7 + 1);
  CHECK(from_the_end<weft::Sum<float>>(tiles, 0).first !=
        from_the_end<weft::Sum<float>>(tiles, 98).first);
}
