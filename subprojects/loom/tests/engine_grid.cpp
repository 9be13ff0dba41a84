// Blocks that meet or wait for one another, and the order in which they begin.
#include "loom/device.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "program/order.hpp"
#include "engine_fixture.hpp"

using fixture::contains;
using fixture::heard;
using fixture::Patience;
using fixture::run_kernel;

namespace {

int load(int* p) { return atomicAdd(p, 0); }

loom::Launch cooperative(dim3 grid, dim3 block) {
  loom::Launch launch;
  launch.grid = grid;
  launch.block = block;
  launch.cooperative = true;
  return launch;
}

// The value of (0, n) in the order that the text asks for: which block begins when.
std::vector<std::uint64_t> order(std::string_view text, std::uint64_t blocks) {
  const auto order = loom::BlockOrder::parse(text).value();
  std::vector<std::uint64_t> result;
  for (std::uint64_t turn = 0; turn < blocks; ++turn) result.push_back(order.block_at(turn, blocks));
  return result;
}

}  // namespace

TEST_CASE("all blocks of a cooperative launch meet, time and again, however few the cores") {
  for (unsigned cores : {1u, 3u}) {
    std::vector<int> stage(100);
    bool together = true;
    CHECK(run_kernel(cooperative(100, 48), [&] {
      for (int round = 1; round <= 5; ++round) {
        if (threadIdx.x == 40) stage[blockIdx.x] = round;
        loom::sync_grid();
        together &= std::all_of(stage.begin(), stage.end(), [&](int s) { return s == round; });
        loom::sync_grid();
      }
    }, cores).error == cudaSuccess);
    CHECK(together);
    CHECK(heard().grid_barriers == 10);
  }
}

TEST_CASE("thousands of blocks coexist") {
  int arrived = 0;
  CHECK(run_kernel(cooperative(4224, 4), [&] {
    if (threadIdx.x == 0) atomicAdd(&arrived, 1);
    loom::sync_grid();
    if (load(&arrived) != 4224) __trap();
  }).error == cudaSuccess);
}

TEST_CASE("threads that have left are not waited for at the grid's barrier, blocks that have left are missed") {
  CHECK(run_kernel(cooperative(4, 64), [] {
    if (threadIdx.x > 10) return;
    loom::sync_grid();
  }).error == cudaSuccess);

  const auto outcome = run_kernel(cooperative(dim3(2, 3), 32), [] {
    if (blockIdx.y == 1) return;
    loom::sync_grid();
    NOT_MERGED;
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "loom: kernel simulated can never end: thread (0,0,0) of block (0,0,0) waits for its grid at engine_grid.cpp:"));
  CHECK(contains(outcome.err, "another block has left the kernel"));
}

TEST_CASE("a block at the grid's barrier ends when another has failed") {
  const auto outcome = run_kernel(cooperative(8, 32), [] {
    if (blockIdx.x == 5 && threadIdx.x == 7) __trap();
    loom::sync_grid();
  });
  CHECK(outcome.error == cudaErrorLaunchFailure);
  CHECK(contains(outcome.err, "thread (7,0,0) of block (5,0,0)"));
}

TEST_CASE("threads of one block at the block's barrier and at the grid's never meet") {
  const auto outcome = run_kernel(cooperative(2, 32), [] {
    if (threadIdx.x < 16)
      loom::sync_grid();
    else
      __syncthreads();
    NOT_MERGED;
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "waits for its grid"));
  CHECK(contains(outcome.err, "waits for its block"));
  CHECK_FALSE(heard().divergences.empty());
}

TEST_CASE("the grid's barrier is refused in an ordinary launch") {
  bool cooperative_launch = true;
  const auto outcome = run_kernel(2, 32, [&] {
    cooperative_launch = loom::grid_is_cooperative();
    loom::sync_grid();
    NOT_MERGED;
  });
  CHECK_FALSE(cooperative_launch);
  CHECK(outcome.error == cudaErrorLaunchFailure);
  CHECK(contains(outcome.err, "Launch the kernel with cudaLaunchCooperativeKernel"));
}

TEST_CASE("a thousand blocks that hand on a ticket come through in any order") {
  for (const char* text : {"", "reversed", "shuffled:5"}) {
    loom::Launch launch;
    launch.grid = 1000;
    launch.block = 32;
    if (*text) launch.order = loom::BlockOrder::parse(text).value();
    int tickets = 0, passed = 0;
    CHECK(run_kernel(launch, [&] {
      if (threadIdx.x != 0) return;
      const int ticket = atomicAdd(&tickets, 1);
      while (load(&passed) != ticket) {
      }
      __threadfence();
      atomicAdd(&passed, 1);
    }).error == cudaSuccess);
    CHECK(passed == 1000);
  }
}

TEST_CASE("a thousand blocks that wait for the last of them come through") {
  int go = 0, released = 0;
  CHECK(run_kernel(1000, 32, [&] {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 999) atomicExch(&go, 1);
    while (load(&go) == 0) {
    }
    atomicAdd(&released, 1);
  }).error == cudaSuccess);
  CHECK(released == 1000);
}

TEST_CASE("blocks that keep writing while they wait get company, too") {
  int arrived = 0, looked = 0;
  CHECK(run_kernel(6, 1, [&] {
    atomicAdd(&arrived, 1);
    while (load(&arrived) < 6) atomicAdd(&looked, 1);
  }, 1).error == cudaSuccess);
}

TEST_CASE("a block that waits for more blocks than the device holds waits forever, and this is reported") {
  const Patience patience("0.2");
  loom::Launch launch;
  launch.grid = 9;
  launch.resident = 8;
  int arrived = 0;
  const auto wait_for_all = [&] {
    atomicAdd(&arrived, 1);
    while (load(&arrived) < static_cast<int>(gridDim.x)) {
    }
  };
  const auto outcome = run_kernel(launch, wait_for_all);
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "waits for what never happens"));

  arrived = 0;
  launch.grid = 8;
  CHECK(run_kernel(launch, wait_for_all).error == cudaSuccess);
}

TEST_CASE("every order takes every block once, and knows its turn") {
  for (const char* text : {"reversed", "shuffled:1", "shuffled:18446744073709551615"})
    for (std::uint64_t blocks : {1, 2, 3, 16, 17, 1000}) {
      auto taken = order(text, blocks);
      const auto known = loom::BlockOrder::parse(text).value();
      for (std::uint64_t turn = 0; turn < blocks; ++turn) CHECK(known.turn_of(taken[turn], blocks) == turn);
      std::sort(taken.begin(), taken.end());
      for (std::uint64_t block = 0; block < blocks; ++block) CHECK(taken[block] == block);
    }
  CHECK(order("reversed", 4) == std::vector<std::uint64_t>{3, 2, 1, 0});
  CHECK(order("shuffled:1", 100) == order("shuffled:1", 100));
  CHECK(order("shuffled:1", 100) != order("shuffled:2", 100));
  CHECK(order("shuffled:1", 100).front() + 1 != order("shuffled:1", 100)[1]);
}

TEST_CASE("an unknown order is refused") {
  for (const char* text : {"", "reverse", "shuffled", "shuffled:", "shuffled:x", "shuffled:1x", "shuffled:-1", "reversed "})
    CHECK_FALSE(loom::BlockOrder::parse(text).has_value());
}

TEST_CASE("blocks begin in the order that the launch names; output and failures follow it on any number of cores") {
  loom::Launch launch;
  launch.grid = 6;
  launch.order = loom::BlockOrder::parse("reversed").value();
  for (unsigned cores : {1u, 4u}) {
    const auto outcome = run_kernel(launch, [] {
      printf("%d ", static_cast<int>(blockIdx.x));
      if (blockIdx.x == 3 || blockIdx.x == 1) __trap();
    }, cores);
    CHECK(outcome.out == "5 4 3 ");
    CHECK(contains(outcome.err, "of block (3,0,0)"));
    CHECK_FALSE(contains(outcome.err, "of block (1,0,0)"));
  }
}
