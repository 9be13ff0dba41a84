#include <doctest/doctest.h>

#include "support.hpp"

#include "11-monte-carlo/go-on.hpp"

constexpr std::uint64_t seed = 0x123456789;

__global__ void one_by_one(unsigned states, float* numbers, std::size_t count) {
  const std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (k >= count) return;
  curandStateXORWOW_t state;
  curand_init(seed, k % states, k / states, &state);
  numbers[k] = curand_uniform(&state);
}

std::vector<float> expected_row(unsigned states, std::size_t count) {
  DeviceArray<float> numbers(count);
  one_by_one<<<static_cast<unsigned>((count + 255) / 256), 256>>>(states, numbers.data(), count);
  require_success(cudaGetLastError());
  return numbers.read();
}

// The row, drawn in pieces of these sizes.
std::vector<float> drawn(unsigned states, const std::vector<std::size_t>& pieces) {
  Row row(states, seed);
  std::vector<float> all;
  for (const std::size_t size : pieces) {
    DeviceArray<float> piece(size);
    row.draw_next({piece.data(), size});
    const std::vector<float> values = piece.read();
    CHECK(piece.written_around() == "");
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

TEST_CASE("a row in one piece") {
  for (const unsigned states : {1u, 31u, 64u, 257u}) {
    CAPTURE(states);
    CHECK(difference(drawn(states, {1000}), expected_row(states, 1000)) == "");
    CHECK(difference(drawn(states, {states}), expected_row(states, states)) == "");
    CHECK(difference(drawn(states, {7}), expected_row(states, 7)) == "");
  }
}

TEST_CASE("pieces that are multiples of the states") {
  CHECK(difference(drawn(64, {128, 64, 192}), expected_row(64, 384)) == "");
}

TEST_CASE("pieces of any size") {
  CHECK(difference(drawn(100, {1, 99, 7, 250, 3, 640}), expected_row(100, 1000)) == "");
  CHECK(difference(drawn(300, {5, 5, 5, 1, 700}), expected_row(300, 716)) == "");
  CHECK(difference(drawn(1, {3, 1, 4}), expected_row(1, 8)) == "");
}

TEST_CASE("a piece far along the sequence, whose first number takes more than 32 bits") {
  constexpr unsigned states = 100, count = 250;
  constexpr std::uint64_t first = (std::uint64_t{1} << 32) + 7;  // state 3 draws this one, and 2^32 leaves 96
  DeviceArray<State> kept(states);
  DeviceArray<float> numbers(count);
  set_up<<<1, 128>>>(seed, {kept.data(), states});
  draw<<<1, 128>>>({kept.data(), states}, first, {numbers.data(), count});
  require_success(cudaDeviceSynchronize());
  const std::vector<float> drawn = numbers.read(), each_first = expected_row(states, states);
  for (unsigned i = 0; i < states; ++i) CHECK(drawn[i] == each_first[(first + i) % states]);
  CHECK(numbers.written_around() == "");
}

TEST_CASE("one launch for the set-up, and one per piece") {
  const auto before = launches_seen();
  drawn(64, {10, 10, 10});
  if (before) CHECK(*launches_seen() - *before == 4);
}

TEST_CASE("the work is shared by many threads in several blocks") {
  CHECK(too_serial({.threads = 256, .blocks = 6}, [] { drawn(512, {2000, 2000}); }) == "");
}
