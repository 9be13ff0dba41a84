#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "support.hpp"

#include "11-monte-carlo/dice.hpp"

__global__ void first_uniform(std::uint64_t seed, float* uniforms) {
  curandStatePhilox4_32_10_t state;
  curand_init(seed, std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x, 0, &state);
  uniforms[std::size_t{blockIdx.x} * blockDim.x + threadIdx.x] = curand_uniform(&state);
}

constexpr std::uint64_t seed = 77;

// The faces of dice 0 … dice - 1, at most 2,048 of them.
std::vector<unsigned long long> expected_counts(std::size_t dice) {
  DeviceArray<float> uniforms(2048);
  first_uniform<<<8, 256>>>(seed, uniforms.data());
  require_success(cudaGetLastError());
  const std::vector<float> values = uniforms.read();
  std::vector<unsigned long long> counts(6, 0);
  for (std::size_t d = 0; d < dice; ++d) ++counts[static_cast<std::size_t>(std::ceil(6 * double{values[d]})) - 1];
  return counts;
}

TEST_CASE("every uniform number gives a face from 1 to 6") {
  CHECK(face(1.0f) == 6);
  CHECK(face(0x1p-33f) == 1);
  CHECK(face(0x1.fffffep-1f) == 6);
}

TEST_CASE("each face gets a sixth of the numbers") {
  for (int f = 1; f <= 6; ++f) {
    CAPTURE(f);
    const float first = static_cast<float>(f - 1) / 6.0f;
    CHECK(face(first + 0.001f) == f);
    CHECK(face(first + 1.0f / 12.0f) == f);
    CHECK(face(first + 1.0f / 6.0f - 0.001f) == f);
  }
  // The next floats above a sixth and a third.
  CHECK(face(std::nextafter(1.0f / 6.0f, 1.0f)) == 2);
  CHECK(face(std::nextafter(1.0f / 3.0f, 1.0f)) == 3);
}

TEST_CASE("the face of a die depends only on its number, on any grid") {
  for (const std::size_t dice : {1u, 31u, 257u, 2000u}) {
    const auto expected = expected_counts(dice);
    CAPTURE(dice);
    CHECK(difference(count_faces(seed, dice, 1, 32), expected) == "");
    CHECK(difference(count_faces(seed, dice, 3, 100), expected) == "");
    CHECK(difference(count_faces(seed, dice, 2, 4), expected) == "");
    CHECK(difference(count_faces(seed, dice, 9, 256), expected) == "");
  }
}

TEST_CASE("another seed gives other counts") {
  CHECK(count_faces(78, 2000, 2, 128) != expected_counts(2000));
  CHECK(count_faces(seed + (std::uint64_t{1} << 32), 2000, 2, 128) != expected_counts(2000));
}

TEST_CASE("the kernel adds to the counts that are there") {
  DeviceArray<unsigned long long> counts(std::vector<unsigned long long>{1, 2, 3, 4, 5, 6'000'000'000});
  throw_dice<<<2, 64>>>(seed, 500, counts.data());
  require_success(cudaDeviceSynchronize());
  std::vector<unsigned long long> expected = expected_counts(500);
  const unsigned long long before[] = {1, 2, 3, 4, 5, 6'000'000'000};
  for (int f = 0; f < 6; ++f) expected[f] += before[f];
  CHECK(difference(counts.read(), expected) == "");
}

TEST_CASE("a block spends at most six atomic operations on the counts") {
  const auto spent = atomics_seen([] { count_faces(seed, 2000, 3, 128); });
  CHECK(spent.in_global <= 18);
}

TEST_CASE("a launch that is refused is thrown") {
  CHECK_THROWS_AS(count_faces(seed, 10, 1, 2048), weft::CudaError);
  cudaGetLastError();  // an answer that does not check leaves the error
}

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 200, .blocks = 4}, [] { count_faces(seed, 10'000, 6, 64); }) == "");
}
