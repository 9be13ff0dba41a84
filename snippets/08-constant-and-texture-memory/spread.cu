// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 480fae0cb9155148f77d3801157d65388b178cd5]
#include <cstdint>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

constexpr unsigned words = 256;
__constant__ unsigned in_constant[words];

using Sums = weft::View<unsigned>;

__device__ unsigned word_in(unsigned step, unsigned distinct) {
  return (step + threadIdx.x % distinct) % words;
}

template <class Table>
__device__ void walk(const Table& table, unsigned distinct, unsigned steps, Sums sums) {
  unsigned sum = 0;
  for (unsigned step = 0; step < steps; ++step) sum += table[word_in(step, distinct)];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void walk_constant(unsigned distinct, unsigned steps, Sums sums) {
  walk(in_constant, distinct, steps, sums);
}

__global__ void walk_global(const unsigned* table, unsigned distinct, unsigned steps,
                            Sums sums) {
  walk(table, distinct, steps, sums);
}

__global__ void count_addresses(unsigned distinct, Sums counts) {
  const auto address = reinterpret_cast<std::uintptr_t>(&in_constant[word_in(7, distinct)]);
  const unsigned same = __match_any_sync(0xffffffffu, address);
  const bool first = (same & ((1u << threadIdx.x % 32) - 1)) == 0;
  counts[threadIdx.x] = static_cast<unsigned>(__popc(__ballot_sync(0xffffffffu, first)));
}

std::vector<unsigned> fill_table() {
  std::vector<unsigned> table(words);
  for (unsigned i = 0; i < words; ++i) table[i] = i * i + 1;
  weft::check(cudaMemcpyToSymbol(in_constant, table.data(), sizeof in_constant));
  return table;
}

TEST_CASE("a warp reads as many different addresses as intended") {
  for (unsigned distinct = 1; distinct <= 32; distinct *= 2) {
    weft::Buffer<unsigned> counts(64);
    count_addresses<<<1, 64>>>(distinct, counts.view());
    weft::check(cudaGetLastError());
    CHECK(counts.to_host() == std::vector<unsigned>(64, distinct));
  }
}

TEST_CASE("both kernels read the same words, and constants are not global loads") {
  const weft::Buffer<unsigned> table(fill_table());
  weft::Buffer<unsigned> constant(64), global(64);
  const auto seen = loom::observe([&] { walk_constant<<<1, 64>>>(4, 100, constant.view()); });
  walk_global<<<1, 64>>>(table.data(), 4, 100, global.view());
  weft::check(cudaGetLastError());
  CHECK(constant.to_host() == global.to_host());
  CHECK(seen.global_loads.requests == 0);
  std::printf("a hundred steps sum up to %u\n", constant.to_host()[0]);
}

TEST_CASE("each different word takes one broadcast" * doctest::skip(!weft::measuring())) {
  constexpr unsigned blocks = 2048, threads = 256, steps = 2048;
  const weft::Buffer<unsigned> table(fill_table());
  weft::Buffer<unsigned> sums(blocks * threads);
  double one_word = 0;  // seconds, from constant memory
  for (unsigned distinct = 1; distinct <= 32; distinct *= 2) {
    const auto [constant, global] = weft::side_by_side(
        9, [&] { walk_constant<<<blocks, threads>>>(distinct, steps, sums.view()); },
        [&] { walk_global<<<blocks, threads>>>(table.data(), distinct, steps, sums.view()); });
    weft::check(cudaGetLastError());
    constexpr double reads = 1e-9 * blocks * threads * steps;
    weft::report({"constant", 1.0 * distinct, "words per warp", reads / constant, "G reads/s"});
    weft::report({"global", 1.0 * distinct, "words per warp", reads / global, "G reads/s"});
    if (distinct == 1) one_word = constant;
    CHECK(constant > 0.9 * distinct * one_word);
    CHECK(constant < 1.1 * distinct * one_word);
    CHECK(global < 1.1 * one_word);
  }
}
