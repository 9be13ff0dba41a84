// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 b795120f4f39ef779ffe88ec32d613a02a9be77b]
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// Thread `me` combines its number, or its bit, with six cells, each by a different operation.
template <class T>
__global__ void fold(T* cells) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  const T number = static_cast<T>(me), bit = T{1} << me % 31;
  atomicAdd(&cells[0], number);
  atomicMin(&cells[1], number);
  atomicMax(&cells[2], number);
  atomicAnd(&cells[3], ~bit);
  atomicOr(&cells[4], bit);
  atomicXor(&cells[5], bit);
}

enum class Do { exchange, increment, swap };

template <Do operation>
__global__ void all_threads_do(unsigned* number, unsigned* returned) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (operation == Do::exchange) returned[me] = atomicExch(number, me + 1);
  if constexpr (operation == Do::increment) returned[me] = atomicInc(number, 9u);
  if constexpr (operation == Do::swap) returned[me] = atomicCAS(number, 0u, me + 1);
}

struct Outcome {
  unsigned number;
  std::vector<unsigned> returned;
};

template <Do operation>
Outcome run(unsigned threads) {
  weft::Buffer<unsigned> number(std::vector<unsigned>{0});
  weft::Buffer<unsigned> returned(std::vector<unsigned>(threads, 4711));
  all_threads_do<operation><<<threads / 2, 2>>>(number.data(), returned.data());
  weft::check(cudaGetLastError());
  return {number.to_host()[0], returned.to_host()};
}

template <class T>
void expect_folded(unsigned threads) {
  std::vector<T> expected = {0, 4711, 0, static_cast<T>(~T{0}), 0, 0};
  weft::Buffer<T> cells(expected);
  fold<<<threads / 2, 2>>>(cells.data());
  weft::check(cudaGetLastError());
  for (unsigned me = 0; me < threads; ++me) {
    const T number = static_cast<T>(me), bit = T{1} << me % 31;
    expected = {expected[0] + number,           std::min(expected[1], number),
                std::max(expected[2], number),  expected[3] & ~bit,
                expected[4] | bit,              expected[5] ^ bit};
  }
  CHECK(cells.to_host() == expected);
}

TEST_CASE("the order does not matter to sums, extremes and bits") {
  for (const unsigned threads : {2u, 1024u}) {
    expect_folded<int>(threads);
    expect_folded<unsigned>(threads);
    expect_folded<unsigned long long>(threads);
  }
}

TEST_CASE("of the numbers that threads exchange, none is lost or doubled") {
  for (const unsigned threads : {2u, 1024u}) {
    auto [left, hands] = run<Do::exchange>(threads);
    hands.push_back(left);
    std::sort(hands.begin(), hands.end());
    std::vector<unsigned> all(threads + 1);
    std::iota(all.begin(), all.end(), 0u);
    CHECK(hands == all);
  }
}

TEST_CASE("atomicInc hands out its values equally often") {
  const auto [number, hours] = run<Do::increment>(1024);
  CHECK(number == 1024 % 10);
  for (unsigned hour = 0; hour < 10; ++hour)
    CHECK(std::count(hours.begin(), hours.end(), hour) == (hour < 4 ? 103 : 102));
}

TEST_CASE("of 1,024 threads that swap, one succeeds, and the others see its number") {
  const auto [winner, seen] = run<Do::swap>(1024);
  CHECK(std::count(seen.begin(), seen.end(), 0u) == 1);
  CHECK(seen[winner - 1] == 0);
  CHECK(std::count(seen.begin(), seen.end(), winner) == 1023);
}
