// Tangled from chapters/10-reductions.md. Edit there. [sha1 5333abbd5774e1bcf5387a344b61e5b14e5707d6]
#include <bit>
#include <cstdio>
#include <random>
#include <set>
#include <utility>

#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/reduce.cuh"
#include "common/side-by-side.cuh"

using Numbers = weft::View<const float>;

// Stores the sum of each piece. It does not depend on which block takes the piece.
__global__ void sum_pieces(Numbers x, unsigned pieces, float* sums) {
  const std::size_t each = (x.size() + pieces - 1) / pieces;
  for (unsigned piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    const std::size_t last = (piece + 1) * each < x.size() ? (piece + 1) * each : x.size();
    float mine = 0.0f;
    for (std::size_t i = piece * each + threadIdx.x; i < last; i += weft::threads) mine += x[i];
    const float sum = weft::join_block<weft::threads>(mine, weft::Sum<float>{});
    if (threadIdx.x == 0) sums[piece] = sum;
    __syncthreads();  // before the next piece is combined
  }
}

float sum_by_pieces(Numbers x, unsigned blocks) {
  weft::Buffer<float> sums(256);
  sum_pieces<<<blocks, weft::threads>>>(x, 256, sums.data());
  weft::check(cudaGetLastError());
  return weft::reduce<weft::Sum<float>>(weft::each(sums.view()), {}, 1);
}

// Adds the sum of one segment to the result, as one block of an atomic sum does.
__global__ void add_segment(Numbers x, float* result) {
  const float own = threadIdx.x < x.size() ? x[threadIdx.x] : 0.0f;
  const float sum = weft::join_block<weft::threads>(own, weft::Sum<float>{});
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

float sum_in_order(Numbers x, bool backwards) {
  weft::Buffer<float> result(std::vector<float>{0.0f});
  const std::size_t segments = x.size() / weft::threads;
  for (std::size_t s = 0; s < segments; ++s) {
    const std::size_t first = (backwards ? segments - 1 - s : s) * weft::threads;
    add_segment<<<1, weft::threads>>>({x.data() + first, weft::threads}, result.data());
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

TEST_CASE("the cost of pieces" * doctest::skip(!weft::measuring())) {
  const std::size_t n = 1 << 28;
  std::mt19937 random(5);
  std::vector<float> values(n);
  for (float& value : values) value = static_cast<float>(random() >> 8) * 0x1p-24f;
  const weft::Buffer<float> x(values);
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const unsigned blocks = 8 * static_cast<unsigned>(processors);
  weft::Reduction<weft::Sum<float>> whole, combine;
  for (const unsigned pieces : {1024u, 4096u, 16'384u}) {
    weft::Buffer<float> sums(pieces), results(2);
    const auto [in_pieces, by_template] = weft::side_by_side(
        15,
        [&] {
          sum_pieces<<<blocks, weft::threads>>>(x.view(), pieces, sums.data());
          combine(weft::each(std::as_const(sums).view()), results.data(), 1);
        },
        [&] { whole(weft::each(x.view()), results.data() + 1); });
    const auto found = results.to_host();
    CHECK(found[0] == doctest::Approx(found[1]).epsilon(1e-4));
    CHECK(in_pieces < 1.1 * by_template);
    weft::report({"in pieces", 1.0 * pieces, "pieces", 4e-9 * n / in_pieces, "GB/s"});
    weft::report({"template", 1.0 * pieces, "pieces", 4e-9 * n / by_template, "GB/s"});
  }
}
