// Blocks all of whose threads are in hand at once, as those of a kernel of nothing but numbers in a plain build.
#if defined(__LOOM_PLAIN__)
#include "loom/device.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "core/here.hpp"
#include "engine_stage.hpp"
#include "launch_function.hpp"

namespace {

struct Seen {
  std::vector<std::atomic<int>> visits;
  std::atomic<unsigned> most = 0;                    // blocks in hand together
  stage::Outcome outcome;
};

Seen& see(loom::Launch launch, unsigned cores, bool followed = false) {
  static Seen seen;
  seen.visits = std::vector<std::atomic<int>>(std::uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z);
  seen.most = 0;
  const dim3 grid = launch.grid;
  call_for_blocks_in(launch, [grid](unsigned together) {
    const uint3 block = loom::block_in_hand;
    ++seen.visits.at(block.x + grid.x * (block.y + grid.y * block.z));
    for (unsigned most = seen.most; most < together && !seen.most.compare_exchange_weak(most, together);) {
    }
  });
  seen.outcome = stage::play(std::move(launch), cores, followed);
  return seen;
}

bool each_once(const Seen& seen) {
  return seen.outcome.error == cudaSuccess && std::all_of(seen.visits.begin(), seen.visits.end(), [](const auto& n) { return n == 1; });
}

loom::Launch with_grid(dim3 grid) {
  loom::Launch launch;
  launch.grid = grid;
  launch.block = 32;
  return launch;
}

}  // namespace

TEST_CASE("what counts as a number") {
  enum Colour { red };
  struct Pair { float x, y; };
  static_assert(loom::OnlyNumbers<bool, const float* const*, unsigned char[4], double&, const int* __restrict__>::only);
  static_assert(!loom::OnlyNumbers<int, float4>::only && !loom::OnlyNumbers<Colour>::only && !loom::OnlyNumbers<void*>::only);
  static_assert(!loom::OnlyNumbers<volatile int>::only && !loom::OnlyNumbers<int (*)(int)>::only && !loom::OnlyNumbers<std::atomic<int>>::only);
  static_assert(loom::Numbers<int, const float4*, double2, longlong4_16a, const Colour&>::only);
  static_assert(!loom::Numbers<int, Pair>::only && !loom::Numbers<volatile float4>::only && !loom::Numbers<dim3>::only);
  static_assert(loom::NumbersAnd<loom::Structs<Pair>, int, const Pair* __restrict__, Pair[3]>::only);
  static_assert(!loom::NumbersAnd<loom::Structs<Pair>, volatile Pair>::only && !loom::NumbersAnd<loom::Structs<Pair>, dim3>::only);
}

TEST_CASE("each block runs once, and where there are many, some are in hand together") {
  const stage::Unwatched unwatched;
  for (const unsigned cores : {1u, 2u}) {
    for (const dim3 grid : {dim3(1), dim3(5000), dim3(3, 2, 4), dim3(10, 300), dim3(1, 1, 3000)}) CHECK(each_once(see(with_grid(grid), cores)));
    CHECK(see(with_grid(5000), cores).most == 64);
    CHECK(see(with_grid(dim3(10, 300)), cores).most == 10);     // no further than a row of the grid
    CHECK(see(with_grid(40), cores).most == 1);                 // few are left to others
  }
}

TEST_CASE("they are in hand one by one where somebody is told of each, in another order, and where there is shared memory to clear") {
  const stage::Unwatched unwatched;
  for (const unsigned cores : {1u, 2u}) {
    CHECK((each_once(see(with_grid(5000), cores, /*followed=*/true)) && see(with_grid(5000), cores, /*followed=*/true).most == 1));
    CHECK(stage::heard().order.size() == 2 + 2 * 5000);
    loom::Launch launch = with_grid(5000);
    for (const char* const order : {"reversed", "shuffled:3"}) {
      launch.order = *loom::BlockOrder::parse(order);
      CHECK((each_once(see(launch, cores)) && see(launch, cores).most == 1));
    }
    launch = with_grid(5000);
    launch.dynamic_shared = 4;
    CHECK((each_once(see(launch, cores)) && see(launch, cores).most == 1));
  }
}

TEST_CASE("nor where anything is watched, or blocks may wait for each other") {
  loom::Launch launch = with_grid(5000);
  CHECK((each_once(see(launch, 2)) && see(launch, 2).most == 1));
  const stage::Unwatched unwatched;
  launch = with_grid(6);
  launch.cooperative = true;
  CHECK((each_once(see(launch, 2)) && see(launch, 2).most == 1));
  launch = with_grid(4000);
  launch.cluster = 2;
  CHECK((each_once(see(launch, 2)) && see(launch, 2).most == 1));
}

TEST_CASE("of those that fail the first is told, and those before it have run") {
  const stage::Unwatched unwatched;
  for (const unsigned cores : {1u, 2u}) {
    static std::vector<std::atomic<int>> visits(5000);
    static int* volatile nowhere = nullptr;
    for (auto& visit : visits) visit = 0;
    loom::Launch launch = with_grid(5000);
    call_for_blocks_in(launch, [](unsigned) {
      const unsigned block = loom::block_in_hand.x;
      if (block % 700 == 650) *nowhere = 1;
      ++visits[block];
    });
    const auto outcome = stage::play(std::move(launch), cores, /*followed=*/false);
    CHECK(outcome.error == cudaErrorIllegalAddress);
    CHECK(stage::contains(outcome.err, "one of threads (0,0,0) to (31,0,0) of block (650,0,0)"));
    CHECK(std::all_of(visits.begin(), visits.begin() + 650, [](const auto& n) { return n == 1; }));
    CHECK(visits[650] == 0);
  }
}

TEST_CASE("what a launch that failed has left is not begun by the next") {
  const stage::Unwatched unwatched;
  loom::Launch launch = with_grid(dim3(10, 300));
  static int* volatile nowhere = nullptr;
  call_for_blocks_in(launch, [](unsigned) {
    if (loom::block_in_hand.y == 3) *nowhere = 1;
  });
  CHECK(stage::play(std::move(launch), 1, /*followed=*/false).error == cudaErrorIllegalAddress);
  CHECK(each_once(see(with_grid(7), 1)));
}
#endif
