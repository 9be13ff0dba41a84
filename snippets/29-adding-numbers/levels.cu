// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 2fc05665c532f82f5ab3e12945338b435a7b1abd]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "common/bins.cuh"

constexpr std::size_t million = 1 << 20;

std::vector<float> harmonic() {
  std::vector<float> x;
  for (std::size_t i = 0; i < million; ++i) x.push_back(1.0f / static_cast<float>(i + 1));
  return x;
}

std::vector<float> uniform(std::size_t n, float from, float to, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> x;
  for (std::size_t i = 0; i < n; ++i)
    x.push_back(from + (to - from) * (static_cast<float>(random() >> 8) * 0x1p-24f));
  return x;
}

// A first number, and then terms of just over half its last bit: the chain rounds each of them up.
std::vector<float> adversarial() {
  std::vector<float> x(million, 0x1.000002p-24f);
  x[0] = 1;
  return x;
}

// Huge numbers that cancel exactly, in random order, among small ones.
std::vector<float> cancelling() {
  std::mt19937 random(3);
  std::vector<float> x = uniform(million, 0, 1, 7);
  for (std::size_t i = 0; i < 2000; i += 2) {
    x[i] = std::ldexp(x[i] + 1, 20);
    x[i + 1] = -x[i];
  }
  for (std::size_t i = x.size() - 1; i > 0; --i) std::swap(x[i], x[random() % (i + 1)]);
  return x;
}

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

// One block of a sum by atomics: it adds its share of the numbers to the result.
__global__ void add_share(weft::View<const float> x, unsigned share, unsigned shares, float* sum) {
  float mine = 0;
  for (std::size_t i = share * weft::threads + threadIdx.x; i < x.size(); i += shares * weft::threads)
    mine += x[i];
  const float of_block = weft::join_block<weft::threads>(mine, weft::Sum<float>{});
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

// The blocks in a given order: any of them may be the hardware's.
float by_atomics(weft::View<const float> x, unsigned shares, bool backwards) {
  weft::Buffer<float> sum(std::vector<float>{0});
  for (unsigned i = 0; i < shares; ++i)
    add_share<<<1, weft::threads>>>(x, backwards ? shares - 1 - i : i, shares, sum.data());
  weft::check(cudaGetLastError());
  return sum.to_host()[0];
}

// Of one method: does it have the same bits if blocks run in another order, on another grid, and
// with the elements in another order?
template <class Sum>
std::string same(const char* name, Sum sum) {
  const std::vector<float> values = cancelling();
  std::vector<float> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const weft::Buffer<float> x(values), other(sorted);
  const float first = sum(x.view(), 40u, false);
  const auto says = [](bool same) { return same ? " | same" : " | differ"; };
  return name + std::string(says(sum(x.view(), 40u, true) == first)) +
         says(sum(x.view(), 33u, false) == first) + says(sum(other.view(), 40u, false) == first);
}

TEST_CASE("each level of reproducibility has a method") {
  const std::vector<std::string> rows = {
      same("atomicAdd per block", by_atomics),
      same("blocked, in a fixed tree",
           [](Numbers x, unsigned blocks, bool) {
             return weft::reduce<weft::Sum<float>>(weft::each(x), {}, blocks);
           }),
      same("fixed pieces", [](Numbers x, unsigned blocks, bool) { return sum_by_pieces(x, blocks); }),
      same("exact, in bins", [](Numbers x, unsigned blocks, bool) {
        weft::Buffer<float> result(1);
        weft::ExactSum{}(x, result.data(), blocks);
        return result.to_host()[0];
      })};
  CHECK(rows == std::vector<std::string>{"atomicAdd per block | differ | differ | differ",
                                         "blocked, in a fixed tree | same | differ | differ",
                                         "fixed pieces | same | same | differ",
                                         "exact, in bins | same | same | same"});
  std::puts("method | another order of blocks | another grid | another order of elements");
  for (const std::string& row : rows) std::puts(row.c_str());
}
