// Tangled from chapters/03-first-programs.md. Edit there. [sha1 59739df7750447f536fa55e21ff614f68528df18]
#include <chrono>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/timer.cuh"

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

TEST_CASE("an event passes when the work before it in its stream is done") {
  weft::Stream stream;
  weft::Event done;
  weft::Buffer<unsigned> result(1);
  stir_slowly<<<1, 1, 0, stream>>>(many, result.data());
  done.record(stream);
  CHECK(cudaEventQuery(done) == cudaErrorNotReady);
  done.wait();
  CHECK(cudaEventQuery(done) == cudaSuccess);
  CHECK(result.to_host().front() == stir(1, many));
}

TEST_CASE("a median counts every run except the first") {
  weft::Buffer<unsigned> result(1);
  int runs = 0;
  const auto start = std::chrono::steady_clock::now();
  const double median = weft::median_seconds(3, [&] {
    stir_slowly<<<1, 1>>>(many / 10, result.data());
    ++runs;
  });
  const std::chrono::duration<double> all = std::chrono::steady_clock::now() - start;
  CHECK(runs == 4);
  CHECK(median > 0.0);
  CHECK(2 * median < all.count());
}
