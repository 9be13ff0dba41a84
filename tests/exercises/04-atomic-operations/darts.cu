#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "support.hpp"

#include "04-atomic-operations/darts.hpp"

// The same kernel twice more, in blocks of one thread that are only imagined: the first and the last of 2^32 + 2^20.
namespace first_of_many {
__global__ void throw_darts(unsigned long long darts, unsigned long long* hits);
}  // namespace first_of_many
// Once more for a thread that throws a single dart, so close to the circle that it falls on the other side if a float rounds its x, or its y.
namespace darts_at_the_edge {
namespace x {
__global__ void throw_darts(unsigned long long darts, unsigned long long* hits);
}  // namespace x
namespace y {
__global__ void throw_darts(unsigned long long darts, unsigned long long* hits);
}  // namespace y
}  // namespace darts_at_the_edge
namespace last_of_many {
__global__ void throw_darts(unsigned long long darts, unsigned long long* hits);
}  // namespace last_of_many

unsigned long long expected_hits(unsigned long long darts) {
  unsigned long long hits = 0;
  for (unsigned long long dart = 0; dart < darts; ++dart) {
    const double x = to_unit(random_bits(2 * dart)), y = to_unit(random_bits(2 * dart + 1));
    hits += x * x + y * y < 1.0;
  }
  return hits;
}

unsigned long long hits_by(dim3 grid, dim3 block, unsigned long long darts, unsigned long long before) {
  DeviceArray<unsigned long long> hits(std::vector<unsigned long long>{before});
  throw_darts<<<grid, block>>>(darts, hits.data());
  require_success(cudaGetLastError());
  CHECK(hits.written_around() == "");
  return hits.read()[0];
}

TEST_CASE("every dart is thrown once, whatever their number") {
  for (const unsigned long long darts : {0ull, 1ull, 31ull, 257ull, 5000ull}) {
    CAPTURE(darts);
    CHECK(hits_by(7, 96, darts, 0) == expected_hits(darts));
  }
}

TEST_CASE("the grid may have any shape") {
  CHECK(hits_by(dim3(2, 3, 3), dim3(5, 4, 3), 2000, 0) == expected_hits(2000));
  CHECK(hits_by(1, 1, 500, 0) == expected_hits(500));
}

TEST_CASE("a grid may have more threads than 32 bits can count") {
  constexpr unsigned long long step = 1 << 20;  // the number of threads, modulo 2^32
  const auto hits_of = [](unsigned long long dart) { return expected_hits(dart + 1) - expected_hits(dart); };
  REQUIRE(hits_of(step) == 1);
  DeviceArray<unsigned long long> hits(std::vector<unsigned long long>{7});
  first_of_many::throw_darts<<<1, 1>>>(step + 1, hits.data());
  require_success(cudaDeviceSynchronize());
  CHECK(hits.read()[0] == 7 + hits_of(0));  // its next dart would be number 2^32 + 2^20
  REQUIRE(hits_of(step - 1) == 1);
  last_of_many::throw_darts<<<1, 1>>>(step, hits.data());
  require_success(cudaDeviceSynchronize());
  CHECK(hits.read()[0] == 7 + hits_of(0));  // its first dart is number 2^32 + 2^20 - 1
}

TEST_CASE("coordinates keep all digits that a double has") {
  const auto is_hit = [](unsigned long long dart) {
    const double x = to_unit(random_bits(2 * dart)), y = to_unit(random_bits(2 * dart + 1));
    return x * x + y * y < 1.0 ? 1u : 0u;
  };
  constexpr unsigned long long darts = 1 << 27;  // one for each thread
  DeviceArray<unsigned long long> of_x(std::vector<unsigned long long>{0}), of_y(std::vector<unsigned long long>{0});
  darts_at_the_edge::x::throw_darts<<<1, 1>>>(darts, of_x.data());
  darts_at_the_edge::y::throw_darts<<<1, 1>>>(darts, of_y.data());
  require_success(cudaDeviceSynchronize());
  CHECK(of_x.read()[0] == is_hit(76'357'407));
  CHECK(of_y.read()[0] == is_hit(69'065'071));
}

TEST_CASE("hits are added to those of earlier throws, beyond 32 bits too") {
  CHECK(hits_by(3, 64, 1000, 0xffff'ffffull) == 0xffff'ffffull + expected_hits(1000));
}

TEST_CASE("the estimate is as close to pi as so many darts allow") {
  const double pi = 3.14159265358979;
  for (const unsigned long long darts : {10'000ull, 40'000ull}) {
    const double spread = 4.0 * std::sqrt(pi / 4 * (1 - pi / 4) / static_cast<double>(darts));
    CHECK(std::abs(estimate_pi(darts, 5, 128) - pi) < 4 * spread);
  }
  CHECK(estimate_pi(1000, 2, 64) == 4.0 * static_cast<double>(expected_hits(1000)) / 1000);
}

TEST_CASE("a refused launch throws") {
  CHECK_THROWS_AS(estimate_pi(1000, 1, 2048), weft::CudaError);
  CHECK_THROWS_AS(estimate_pi(1000, 0, 64), weft::CudaError);
  cudaGetLastError();  // a careless answer does not clear it
}

TEST_CASE("the kernel counts the hits, also for the estimate") {
  const auto before = launches_seen();
  const auto spent = atomics_seen([&] { CHECK(estimate_pi(3000, 3, 96) > 3); });
  if (before) {
    CHECK(*launches_seen() > *before);
    CHECK(spent.in_global >= 1);
  }
}

TEST_CASE("a thread sums its hits before its one atomic operation") {
  DeviceArray<unsigned long long> hits(std::vector<unsigned long long>{0});
  const auto spent = atomics_seen([&] { throw_darts<<<2, 64>>>(5000, hits.data()); });
  CHECK(hits.read()[0] == expected_hits(5000));
  CHECK(spent.in_global <= 2 * 64);
}

#ifdef __LOOM__
TEST_CASE("every block adds hits, and the lanes of a warp throw side by side") {
  DeviceArray<unsigned long long> hits(std::vector<unsigned long long>{0});
  const loom::Seen seen = loom::observe([&] { throw_darts<<<3, 64>>>(5000, hits.data()); });
  CHECK(seen.global_atomics.requests >= 3);
  CHECK(seen.active_lanes > 16);
}
#endif

TEST_CASE("the work is shared by many threads in several blocks") {
  DeviceArray<unsigned long long> hits(std::vector<unsigned long long>{0});
  CHECK(too_serial({.threads = 192, .blocks = 4}, [&] { throw_darts<<<6, 64>>>(20'000, hits.data()); }) == "");
  CHECK(too_serial({.threads = 192, .blocks = 4}, [] { estimate_pi(20'000, 6, 64); }) == "");
}
