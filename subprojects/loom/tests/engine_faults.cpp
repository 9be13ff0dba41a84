// Kernels that fail end at once, say where, and leave the engine ready for the next.
#include "loom/device.h"

#include <cassert>
#include <cstdio>
#include <stdexcept>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "engine_fixture.hpp"

using fixture::contains;
using fixture::run_kernel;

namespace {

void works_again() {
  std::atomic<int> visits = 0;
  const auto outcome = run_kernel(3, 100, [&] {
    __syncthreads();
    ++visits;
  });
  CHECK(outcome.error == cudaSuccess);
  CHECK(outcome.err == "");
  CHECK(visits == 300);
}

std::uintptr_t deepest = 0;

[[gnu::noinline]] int descend(int depth) {
  __tsan_func_entry(nullptr);
  volatile char frame[512];
  deepest = reinterpret_cast<std::uintptr_t>(frame);
  frame[depth % 512] = 1;
  return depth == 0 ? 0 : descend(depth - 1) + frame[depth % 512];
}

int* volatile nowhere = reinterpret_cast<int*>(0x10);

void take_a_while(unsigned rounds) {
  for (unsigned i = 0; i < rounds; ++i) __asm__ volatile("");
}

}  // namespace

TEST_CASE("a recursion that ends in time is not reported") {
  CHECK(run_kernel(1, 64, [] { descend(50); }).error == cudaSuccess);
}

TEST_CASE("a recursion without end runs out of stack, and the sentence says where") {
  std::uintptr_t top = 0;
  const auto outcome = run_kernel(1, 64, [&] {
    volatile char local = 0;
    __syncthreads();
    if (threadIdx.x == 5) {
      top = reinterpret_cast<std::uintptr_t>(&local);
      descend(1 << 20);
    }
    __syncthreads();
  });
  CHECK(outcome.error == cudaErrorIllegalAddress);
  CHECK(top - deepest > 60 * 1024);
  CHECK(top - deepest < 66 * 1024);  // stopped before it could reach what lies below
  CHECK(contains(outcome.err, "loom: kernel simulated: thread (5,0,0) of block (0,0,0), at engine_faults.cpp:"));
  CHECK(contains(outcome.err, "ran out of its 64 KiB of stack"));
  works_again();
}

TEST_CASE("the stacks of a kernel that failed serve the next") {
  std::set<int*> stacks;
  const auto fail = [&] {
    run_kernel(1, 64, [&] {
      int local = 0;
      stacks.insert(&local);
      __syncthreads();
      __trap();
    }, 1);
  };
  fail();
  stacks.clear();
  for (int i = 0; i < 10; ++i) fail();
  CHECK(stacks.size() == 64);
}

TEST_CASE("so does one in code without hooks, once the thread has ended") {
  const auto outcome = run_kernel(1, 1, [] {
    volatile char local = 0;
    for (volatile char* p = &local - 1024; loom::on_own_stack(reinterpret_cast<std::uintptr_t>(p)); --p) *p = 0;
  });
  CHECK(outcome.error == cudaErrorIllegalAddress);
  CHECK(contains(outcome.err, "ran out of its 64 KiB of stack"));
  works_again();
}

TEST_CASE("an exception that leaves the kernel is a failed launch") {
  const auto outcome = run_kernel(1, 64, [] {
    __syncthreads();
    if (threadIdx.x == 9) throw std::runtime_error("no such row");
  });
  CHECK(outcome.error == cudaErrorLaunchFailure);
  CHECK(contains(outcome.err, "thread (9,0,0) of block (0,0,0), let an exception leave the kernel: no such row."));
  CHECK(run_kernel(1, 1, [] { throw 7; }).error == cudaErrorLaunchFailure);
  works_again();
}

TEST_CASE("exceptions can be thrown and caught within a thread, across a barrier") {
  int caught = 0;
  CHECK(run_kernel(1, 64, [&] {
    try {
      __syncthreads();
      throw 1;
    } catch (int) {
      ++caught;
    }
    __syncthreads();
  }).error == cudaSuccess);
  CHECK(caught == 64);
}

TEST_CASE("a stray access that no hook has seen ends the kernel, not the program") {
  const auto outcome = run_kernel(2, 32, [] {
    if (blockIdx.x == 1 && threadIdx.x == 4) *nowhere = 1;
  }, 1);
  CHECK(outcome.error == cudaErrorIllegalAddress);
  CHECK(contains(outcome.err, "thread (4,0,0) of block (1,0,0), at engine_faults.cpp:"));
  CHECK(contains(outcome.err, "accessed an address without memory"));
  works_again();
}

TEST_CASE("an integer division by zero ends the kernel") {
  volatile int zero = 0;
  const auto outcome = run_kernel(1, 1, [&] { zero = 7 / zero; });
  CHECK(outcome.error == cudaErrorLaunchFailure);
  CHECK(contains(outcome.err, "divides an integer by zero"));
  works_again();
}

TEST_CASE("__trap ends the kernel") {
  const auto outcome = run_kernel(1, 32, [] { if (threadIdx.x == 31) __trap(); });
  CHECK(outcome.error == cudaErrorLaunchFailure);
  CHECK(contains(outcome.err, "thread (31,0,0) of block (0,0,0), at engine_faults.cpp:"));
  CHECK(contains(outcome.err, "executed __trap()"));
  works_again();
}

TEST_CASE("assertions read as CUDA's do, one for each thread that fails, lowest block only") {
  for (unsigned cores : {1u, 3u}) {
    bool went_on = false;
    const auto outcome = run_kernel(6, dim3(4, 2), [&] {
      if (blockIdx.x >= 2) assert(threadIdx.x != 3);
      __syncthreads();
      if (blockIdx.x == 2) went_on = true;
    }, cores);
    CHECK(outcome.error == cudaErrorAssert);
    CHECK_FALSE(went_on);
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 2);
    CHECK(contains(outcome.err, ": block: [2,0,0], thread: [3,0,0] Assertion `threadIdx.x != 3` failed.\n"));
    CHECK(contains(outcome.err, ": block: [2,0,0], thread: [3,1,0] Assertion `threadIdx.x != 3` failed.\n"));
    CHECK(contains(outcome.err, "engine_faults.cpp:"));
  }
  works_again();
}

TEST_CASE("a block in which the kernel was stopped does not end") {
  run_kernel(2, 1, [] { if (blockIdx.x == 1) __trap(); }, 1);
  CHECK(fixture::heard().order == std::vector<std::string>{"launch", "block 0", "block 0 ends", "block 1", "launch ends"});
}

TEST_CASE("of several faults the lowest block's counts, however many OS threads run the blocks") {
  for (unsigned cores : {1u, 2u, 6u}) {
    const auto outcome = run_kernel(40, 8, [] {
      if (blockIdx.x < 20) take_a_while(100000);
      if (blockIdx.x >= 20 && threadIdx.x == 7) __trap();
      printf("%u ", blockIdx.x);
    }, cores);
    CHECK(outcome.error == cudaErrorLaunchFailure);
    CHECK(contains(outcome.err, "thread (7,0,0) of block (20,0,0)"));
    CHECK(contains(outcome.out, "20 "));
    CHECK_FALSE(contains(outcome.out, "21 "));
  }
  works_again();
}
