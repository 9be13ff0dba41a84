// Tangled from chapters/10-reductions.md. Edit there. [sha1 cd98c8d4c9552e1407a473253320bb7a79a1833c]
#include <bit>
#include <cstdio>
#include <random>
#include <set>

#include <doctest/doctest.h>

#include "common/reduce.cuh"

constexpr unsigned pieces = 256;
using Numbers = weft::View<const float>;

// Leaves the sum of each piece. Which block takes a piece makes no difference to its sum.
__global__ void sum_pieces(Numbers x, float* sums) {
  const std::size_t each = (x.size() + pieces - 1) / pieces;
  for (unsigned piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    const std::size_t last = (piece + 1) * each < x.size() ? (piece + 1) * each : x.size();
    float mine = 0.0f;
    for (std::size_t i = piece * each + threadIdx.x; i < last; i += weft::threads) mine += x[i];
    const float sum = weft::join_block<weft::threads>(mine, weft::Sum<float>{});
    if (threadIdx.x == 0) sums[piece] = sum;
    __syncthreads();  // before the next piece is joined
  }
}

float sum_by_pieces(Numbers x, unsigned blocks) {
  weft::Buffer<float> sums(pieces);
  sum_pieces<<<blocks, weft::threads>>>(x, sums.data());
  weft::check(cudaGetLastError());
  return weft::reduce<weft::Sum<float>>(weft::each(sums.view()), {}, 1);
}

// The sum of one stretch, added to the result: what a block of an atomic sum does.
__global__ void add_stretch(Numbers x, float* result) {
  const float own = threadIdx.x < x.size() ? x[threadIdx.x] : 0.0f;
  const float sum = weft::join_block<weft::threads>(own, weft::Sum<float>{});
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

float sum_in_order(Numbers x, bool backwards) {
  weft::Buffer<float> result(std::vector<float>{0.0f});
  const std::size_t stretches = x.size() / weft::threads;
  for (std::size_t s = 0; s < stretches; ++s) {
    const std::size_t first = (backwards ? stretches - 1 - s : s) * weft::threads;
    add_stretch<<<1, weft::threads>>>({x.data() + first, weft::threads}, result.data());
  }
  weft::check(cudaGetLastError());
  return result.to_host()[0];
}

// How many different results there are over five grids, twice each.
template <class Sum>
std::size_t results(Sum sum) {
  std::set<std::uint32_t> seen;
  for (const unsigned blocks : {1u, 2u, 7u, 32u, 100u})
    for (int time = 0; time < 2; ++time) seen.insert(std::bit_cast<std::uint32_t>(sum(blocks)));
  return seen.size();
}

TEST_CASE("which sums have the same bits on any grid") {
  std::mt19937 random(5);
  std::vector<float> values(1 << 16);
  std::vector<int> integers(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    integers[i] = static_cast<int>(random());
    values[i] = static_cast<float>(integers[i]) * 0x1p-20f;
  }
  const weft::Buffer<float> x(values);
  const weft::Buffer<int> whole(integers);

  CHECK(sum_in_order(x.view(), false) != sum_in_order(x.view(), true));

  const auto by_template = [&](unsigned blocks) {
    return weft::reduce<weft::Sum<float>>(weft::each(x.view()), {}, blocks);
  };
  for (const unsigned blocks : {1u, 7u, 100u}) CHECK(by_template(blocks) == by_template(blocks));
  CHECK(results(by_template) > 1);

  CHECK(results([&](unsigned blocks) { return sum_by_pieces(x.view(), blocks); }) == 1);
  CHECK(results([&](unsigned blocks) {
          return weft::reduce<weft::Sum<unsigned>>(
              weft::each(weft::View<const unsigned>(
                  reinterpret_cast<const unsigned*>(whole.data()), whole.size())), {}, blocks);
        }) == 1);
  CHECK(results([&](unsigned blocks) {
          return weft::reduce<weft::Max<float>>(weft::each(x.view()), {}, blocks);
        }) == 1);
  std::printf("in pieces, on any grid: %a\n", sum_by_pieces(x.view(), 7));
}
