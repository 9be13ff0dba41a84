// Tangled from chapters/03-first-programs.md. Edit there. [sha1 0ae1ad5a4c9e62ddeac163b1fe3dd54b993345cc]
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <doctest/doctest.h>

#include "common/measure.cuh"

constexpr unsigned many = 5'000'000;

__host__ __device__ unsigned stir(unsigned x, unsigned rounds) {
  for (unsigned i = 0; i < rounds; ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  return x;
}

__global__ void stir_slowly(unsigned rounds, unsigned* result) { *result = stir(1, rounds); }

struct Milliseconds {
  double not_waiting, waiting, events;
};

Milliseconds time_the_kernel(unsigned rounds, unsigned* on_device, cudaEvent_t before,
                             cudaEvent_t after) {
  using Clock = std::chrono::steady_clock;
  using Duration = std::chrono::duration<double, std::milli>;
  const auto start = Clock::now();
  REQUIRE(cudaEventRecord(before) == cudaSuccess);
  stir_slowly<<<1, 1>>>(rounds, on_device);
  REQUIRE(cudaEventRecord(after) == cudaSuccess);
  const Duration not_waiting = Clock::now() - start;
  REQUIRE(cudaEventSynchronize(after) == cudaSuccess);
  const Duration waiting = Clock::now() - start;
  float events = 0;
  REQUIRE(cudaEventElapsedTime(&events, before, after) == cudaSuccess);
  return {not_waiting.count(), waiting.count(), events};
}

Milliseconds best_of_five(unsigned rounds) {
  unsigned* on_device = nullptr;
  cudaEvent_t before = nullptr, after = nullptr;
  REQUIRE(cudaMalloc(&on_device, sizeof(unsigned)) == cudaSuccess);
  REQUIRE(cudaEventCreate(&before) == cudaSuccess);
  REQUIRE(cudaEventCreate(&after) == cudaSuccess);
  time_the_kernel(rounds, on_device, before, after);  // the first launch does not count
  Milliseconds best = time_the_kernel(rounds, on_device, before, after);
  for (int round = 1; round < 5; ++round) {
    const Milliseconds next = time_the_kernel(rounds, on_device, before, after);
    if (next.waiting < best.waiting) best = next;
  }
  REQUIRE(cudaEventDestroy(after) == cudaSuccess);
  REQUIRE(cudaEventDestroy(before) == cudaSuccess);
  REQUIRE(cudaFree(on_device) == cudaSuccess);
  return best;
}

TEST_CASE("a clock read without waiting misses the kernel") {
  const Milliseconds took = best_of_five(many);
  const bool missed_most = took.not_waiting < took.waiting / 2;
  CHECK(missed_most);
  CHECK(took.events > took.waiting / 2);
  CHECK(took.events < took.waiting + 0.01);
  std::printf("The first clock missed %s of the kernel.\n", missed_most ? "most" : "little");
}

TEST_CASE("without a wait the clock misses at least 95 % of the time" * doctest::skip(!weft::measuring())) {
  for (unsigned rounds = 1'000'000; rounds <= 16'000'000; rounds *= 2) {
    const Milliseconds took = best_of_five(rounds);
    CHECK(took.not_waiting < took.waiting / 20);
    weft::report({"host clock, not waiting", 1.0 * rounds, "rounds", took.not_waiting, "ms"});
    weft::report({"host clock, waiting", 1.0 * rounds, "rounds", took.waiting, "ms"});
    weft::report({"events", 1.0 * rounds, "rounds", took.events, "ms"});
  }
}
