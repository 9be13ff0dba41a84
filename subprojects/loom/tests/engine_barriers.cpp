// Barriers: no thread passes before all have arrived, and those that cannot meet are named.
#include "loom/device.h"
#include "loom/device_groups.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "engine_fixture.hpp"

using fixture::contains;
using fixture::heard;
using fixture::run_kernel;

TEST_CASE("after a barrier every thread sees what all wrote before it") {
  for (unsigned threads : {1u, 2u, 31u, 32u, 33u, 255u, 1024u}) {
    std::vector<unsigned> value(threads);
    unsigned wrong = 0;
    const auto outcome = run_kernel(1, threads, [&] {
      const unsigned t = threadIdx.x;
      for (unsigned round = 1; round <= 3; ++round) {
        value[t] = round * t;
        __syncthreads();
        const unsigned other = threads - 1 - t;
        wrong += value[other] != round * other;
        __syncthreads();
      }
    });
    CHECK(outcome.error == cudaSuccess);
    CHECK(wrong == 0);
    CHECK(std::count(heard().order.begin(), heard().order.end(), "barrier 6") == 1);
    CHECK(heard().divergences.empty());
  }
}

TEST_CASE("a barrier does not wait for threads that have left, whichever come first") {
  for (bool low_ones_leave : {true, false}) {
    int passed = 0;
    const auto outcome = run_kernel(1, 70, [&] {
      if ((threadIdx.x < 40) == low_ones_leave) return;
      __syncthreads();
      ++passed;
    });
    CHECK(outcome.error == cudaSuccess);
    CHECK(passed == (low_ones_leave ? 30 : 40));
    CHECK(heard().divergences.empty());
  }
}

TEST_CASE("threads that leave one after another release those who wait") {
  int passed = 0;
  CHECK(run_kernel(1, 8, [&] {
    for (unsigned i = 0; i < threadIdx.x; ++i) __syncthreads();
    ++passed;
  }).error == cudaSuccess);
  CHECK(passed == 8);
}

TEST_CASE("a barrier counts, and combines with and and or") {
  std::vector<int> count(50), all(50), none(50), any(50), nobody(50);
  run_kernel(1, 60, [&] {
    const unsigned t = threadIdx.x;
    if (t >= 50) return;
    count[t] = __syncthreads_count(t % 3 == 0);
    all[t] = __syncthreads_and(t < 50);
    none[t] = __syncthreads_and(t != 7);
    any[t] = __syncthreads_or(t == 49);
    nobody[t] = __syncthreads_or(0);
  });
  for (unsigned t = 0; t < 50; ++t) {
    CHECK(count[t] == 17);
    CHECK(all[t] == 1);
    CHECK(none[t] == 0);
    CHECK(any[t] == 1);
    CHECK(nobody[t] == 0);
  }
}

TEST_CASE("threads that wait at two barriers go on, and both places are announced") {
  int passed = 0;
  const auto outcome = run_kernel(1, 64, [&] {
    if (threadIdx.x < 16) {
      __syncthreads();
      NOT_MERGED;
    } else {
      __syncthreads();
      NOT_MERGED;
    }
    ++passed;
  });
  CHECK(outcome.error == cudaSuccess);
  CHECK(passed == 64);
  REQUIRE(heard().divergences.size() == 1);
  CHECK(heard().divergences[0].waiting == 0);
  CHECK(heard().divergences[0].other == 16);
  CHECK(heard().divergences[0].waiting_pc != heard().divergences[0].other_pc);
}

TEST_CASE("two copies of one barrier that the compiler made are one barrier") {
  const auto outcome = run_kernel(1, 64, [&] {
    if (threadIdx.x < 16) { __syncthreads(); __asm__ volatile("# one"); } else { __syncthreads(); __asm__ volatile("# two"); }
  });
  CHECK(outcome.error == cudaSuccess);
  CHECK(heard().divergences.empty());
}

TEST_CASE("a block whose threads wait for one another in a circle ends with a sentence") {
  const auto outcome = run_kernel(1, 32, [] {
    if (threadIdx.x < 16)
      __syncthreads();
    else
      __syncwarp();
    NOT_MERGED;
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "kernel simulated can never end: thread (0,0,0) of block (0,0,0) waits for its block at engine_barriers.cpp:"));
  CHECK(contains(outcome.err, "while thread (16,0,0) of block (0,0,0) waits for lanes of its warp at engine_barriers.cpp:"));
  CHECK(heard().divergences.size() == 1);
  CHECK(run_kernel(1, 32, [] { __syncthreads(); }).error == cudaSuccess);
}

TEST_CASE("a warp's barrier holds back its own lanes only") {
  std::vector<int> early(96);
  const auto outcome = run_kernel(1, 96, [&] {
    if (threadIdx.x >= 64) return;
    early[threadIdx.x] = 1;
    __syncwarp();
    const unsigned first = threadIdx.x / 32 * 32;
    for (unsigned i = first; i < first + 32; ++i)
      if (!early[i]) early[95] = 1;
  });
  CHECK(outcome.error == cudaSuccess);
  CHECK(early[95] == 0);
  CHECK(heard().warp_masks == std::vector<std::uint32_t>{0xffffffff, 0xffffffff});
  CHECK(heard().meetings == heard().warp_masks);
}

TEST_CASE("lanes meet by mask: two halves of a warp need not wait for each other") {
  std::vector<int> order;
  const auto outcome = run_kernel(1, 32, [&] {
    const bool low = threadIdx.x < 16;
    for (int i = 0; i < (low ? 3 : 1); ++i) __syncwarp(low ? 0x0000ffff : 0xffff0000);
  });
  CHECK(outcome.error == cudaSuccess);
  CHECK(heard().warp_masks.size() == 4);
  CHECK(std::count(heard().warp_masks.begin(), heard().warp_masks.end(), 0xffffu) == 3);
}

TEST_CASE("lanes whose masks disagree never meet") {
  const auto outcome = run_kernel(1, 3, [] { __syncwarp(threadIdx.x == 0 ? 0b011 : 0b111); });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "thread (0,0,0) of block (0,0,0) waits for lanes of its warp"));
  REQUIRE(heard().wrong_masks.size() == 1);
  const auto& [rank, wrong] = heard().wrong_masks[0];
  CHECK(rank == 0);
  CHECK(wrong.fault == loom::WrongMask::Fault::lanes_never_come);
  CHECK(wrong.mask == 0b011);
  CHECK(wrong.lanes == 0b010);
}

TEST_CASE("a lane that leaves releases the rest of its warp, as does a warp that is not full") {
  int passed = 0;
  CHECK(run_kernel(1, 20, [&] {
    if (threadIdx.x == 19) return;
    __syncwarp();
    ++passed;
  }).error == cudaSuccess);
  CHECK(passed == 19);
}

TEST_CASE("a mask without the caller's own lane is refused") {
  const auto outcome = run_kernel(1, 32, [] {
    __syncwarp(0xfffffffe);
    NOT_MERGED;
  });
  CHECK(outcome.error == cudaErrorLaunchFailure);
  CHECK(contains(outcome.err, "thread (0,0,0) of block (0,0,0), at engine_barriers.cpp:"));
  CHECK(contains(outcome.err, "with a mask that leaves out its own lane"));
  REQUIRE(heard().wrong_masks.size() == 1);
  CHECK(heard().wrong_masks[0].second.fault == loom::WrongMask::Fault::caller_not_named);
  CHECK(heard().wrong_masks[0].second.mask == 0xfffffffe);
}

TEST_CASE("who goes around a barrier and leaves is announced, once a barrier, and who comes there less often is not") {
  const auto round = [](unsigned long first, bool in) {
    if (!loom::enters(first, first + 10, in)) return;
    loom::comes_to_barrier(first + 5);
    __syncthreads();
    NOT_MERGED;
  };
  for (const unsigned rounds : {1u, 3u}) {
    run_kernel(1, 40, [&] {
      for (unsigned i = 0; i < rounds; ++i) round(100, threadIdx.x < 20);
    });
    REQUIRE(heard().divergences.size() == 1);          // they left before the second barrier, and had gone around the first
    CHECK(heard().divergences[0].waiting == 0);
    CHECK(heard().divergences[0].other == 20);
    CHECK(heard().divergences[0].other_pc != 0);
  }

  SUBCASE("around other barriers") {
    run_kernel(1, 40, [&] { round(threadIdx.x < 20 ? 100 : 200, threadIdx.x < 20); });
    CHECK(heard().divergences.empty());
  }
  SUBCASE("as often as those who wait now, or less often") {
    run_kernel(1, 40, [&] {
      for (unsigned i = 0; i < 3; ++i) {
        if (threadIdx.x == 30 + i) return;
        round(100, false);
      }
      if (threadIdx.x < 30) round(100, true);
    });
    CHECK(heard().divergences.empty());
  }
  SUBCASE("and wait at another one now") {
    run_kernel(1, 40, [&] {
      round(100, true);
      if (threadIdx.x >= 20) return round(100, false);
      __syncthreads();
    });
    CHECK(heard().divergences.empty());
  }
  SUBCASE("before the block met") {
    run_kernel(1, 40, [&] {
      round(100, threadIdx.x > 50);
      __syncthreads();
      if (threadIdx.x < 20) return;
      round(100, true);
    });
    CHECK(heard().divergences.empty());
  }
  SUBCASE("with others met in between, at no barrier of the block") {
    for (const bool warps : {true, false}) {
      run_kernel(1, 64, [&] {
        if (!loom::enters(100, 110, threadIdx.x % 32 < 20)) return;
        loom::comes_to_barrier(105);
        warps ? __syncwarp(0xfffff) : loom::sync_tile(64);
        __syncthreads();
      });
      CHECK(heard().divergences.empty());
    }
  }
}

TEST_CASE("who leaves a loop around a barrier at which another lane of its warp waits is announced") {
  const auto rounds = [](unsigned n) {
    for (unsigned i = 0; loom::stays(100, 110, i < n); ++i) {
      loom::comes_to_barrier(105);
      __syncthreads();
      NOT_MERGED;
    }
  };
  run_kernel(1, 64, [&] { rounds(threadIdx.x < 20 ? 2 : 1); });
  REQUIRE(heard().divergences.size() == 1);
  CHECK(heard().divergences[0].waiting == 0);
  CHECK(heard().divergences[0].other == 20);
  CHECK(heard().divergences[0].loop);

  SUBCASE("not by other warps") {
    run_kernel(1, 64, [&] { rounds(threadIdx.x / 32 + 1); });
    CHECK(heard().divergences.empty());
  }
  SUBCASE("once more often than the other") {
    run_kernel(1, 32, [&] {
      rounds(0);
      rounds(threadIdx.x % 2);
    });
    CHECK(heard().divergences.size() == 1);
  }
  SUBCASE("not where it left the loop as often") {
    run_kernel(1, 64, [&] {
      rounds(2);
      if (threadIdx.x % 2 == 0) rounds(1);
    });
    CHECK(heard().divergences.empty());
  }
}
