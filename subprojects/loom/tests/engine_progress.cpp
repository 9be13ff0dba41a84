// Threads that wait for others by looking again and again: they get there if they can, and are told if they cannot.
#include "loom/device.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "engine_fixture.hpp"

using fixture::contains;
using fixture::Patience;
using fixture::run_kernel;

namespace {
int load(int* p) { return atomicAdd(p, 0); }
}  // namespace

TEST_CASE("a thread may spin until a later thread of its block has written, whatever it spins on") {
  int atomic = 0, slept_on = 0;
  volatile int seen_volatile = 0;
  volatile int plain = 0;
  CHECK(run_kernel(1, 64, [&] {
    if (threadIdx.x == 0) {
      while (load(&atomic) < 63) {
      }
      while (slept_on < 63) __nanosleep(20);
      for (;;) {
        __tsan_volatile_read4(const_cast<int*>(&seen_volatile));
        if (seen_volatile == 63) break;
      }
      for (;;) {
        __tsan_read4(const_cast<int*>(&plain));
        if (plain == 63) break;
      }
      return;
    }
    atomicAdd(&atomic, 1);
    ++slept_on;
    seen_volatile = seen_volatile + 1;
    plain = plain + 1;
  }, 1).error == cudaSuccess);
}

TEST_CASE("a lock taken by every thread in turn") {
  int lock = 0, count = 0;
  CHECK(run_kernel(4, 96, [&] {
    bool done = false;
    while (!done) {
      if (atomicCAS(&lock, 0, 1) != 0) continue;
      count = count + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }, 2).error == cudaSuccess);
  CHECK(count == 384);
}

TEST_CASE("a block may wait for blocks that come after it, though they outnumber the cores") {
  int arrived = 0;
  CHECK(run_kernel(12, 32, [&] {
    if (threadIdx.x == 0) {
      atomicAdd(&arrived, 1);
      while (load(&arrived) < 12) {
      }
    }
    __syncthreads();
  }, 1).error == cudaSuccess);
  CHECK(arrived == 12);
}

TEST_CASE("blocks that begin are progress, though none of them looks at the clock") {
  const Patience patience("0.3");
  int done = 0;
  loom::Launch launch;
  launch.grid = 8;
  launch.block = 1;
  launch.resident = 2;
  CHECK(run_kernel(launch, [&] {
    if (blockIdx.x > 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    else
      while (load(&done) < 7) {
      }
    atomicAdd(&done, 1);
  }, 2).error == cudaSuccess);
}

TEST_CASE("an endless spin is ended, and named") {
  const Patience patience("0.2");
  int never = 0;
  const auto outcome = run_kernel(3, 32, [&] {
    if (threadIdx.x == 5)
      while (load(&never) == 0) {
      }
  }, 2);
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "loom: kernel simulated: thread (5,0,0) of block (0,0,0), at engine_progress.cpp:"));
  CHECK(contains(outcome.err, "waits for what never happens"));
}

TEST_CASE("a block that waits for one that has failed is not waited for") {
  int never = 0;
  const auto outcome = run_kernel(2, 1, [&] {
    if (blockIdx.x == 1) __trap();
    while (load(&never) == 0) {
    }
  }, 2);
  CHECK(outcome.error == cudaErrorLaunchFailure);
  CHECK(contains(outcome.err, "block (1,0,0)"));
}

TEST_CASE("a loop that never ends is ended even if it keeps writing") {
  const Patience patience("0.05");
  int written = 0;
  const auto outcome = run_kernel(1, 32, [&] {
    __syncthreads();
    for (;;) {
      __tsan_write4(&written);
      written = written + 1;
    }
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "of block (0,0,0), at engine_progress.cpp:"));
  CHECK(contains(outcome.err, "without ending or reaching a barrier"));
}

TEST_CASE("and if it does not touch memory at all; before that, it is told of") {
  const Patience patience("0.1");
  const auto outcome = run_kernel(2, 4, [] {
    if (threadIdx.x == 2)
      for (;;) __sanitizer_cov_trace_pc();
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "loom: kernel simulated is still running after "));
  CHECK(contains(outcome.err, " s, in the loop at engine_progress.cpp:"));
  CHECK(outcome.err.find("still running") == outcome.err.rfind("still running"));
  CHECK(contains(outcome.err, "loom: kernel simulated: thread (2,0,0) of block (0,0,0), at engine_progress.cpp:"));
  CHECK(contains(outcome.err, "without ending or reaching a barrier"));
}

TEST_CASE("a block whose threads end one after another is not, however long it takes in all") {
  const Patience patience("0.1");
  const auto outcome = run_kernel(1, 12, [] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
    while (std::chrono::steady_clock::now() < end) __sanitizer_cov_trace_pc();
  });
  CHECK(outcome.error == cudaSuccess);
  CHECK(outcome.err.empty());
}

TEST_CASE("so is one that only prints") {
  const Patience patience("0.02");
  const auto outcome = run_kernel(1, 1, [] {
    for (;;) printf("%d and on\n", 1);
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
}

TEST_CASE("and one of nothing but barriers") {
  const Patience patience("0.01");
  const auto outcome = run_kernel(1, 64, [] {
    for (;;) __syncthreads();
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "passes barriers endlessly, and for a long time no thread of the launch has changed any memory"));
}

TEST_CASE("the grid's barrier among them") {
  const Patience patience("0.01");
  loom::Launch launch;
  launch.grid = 2;
  launch.block = 64;
  launch.cooperative = true;
  const auto outcome = run_kernel(launch, [] {
    for (;;) loom::sync_grid();
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "passes barriers endlessly"));
}

TEST_CASE("and, in the end, one of barriers that does change memory") {
  const Patience patience("0.005");
  int written = 0;
  const auto outcome = run_kernel(1, 64, [&] {
    for (;;) {
      if (threadIdx.x == 0) {
        __tsan_write4(&written);
        ++written;
      }
      __syncthreads();
    }
  });
  CHECK(outcome.error == cudaErrorLaunchTimeout);
  CHECK(contains(outcome.err, "passes barriers endlessly. Check the condition"));
}

TEST_CASE("a block may pass barriers without end while another is at work") {
  const Patience patience("0.05");
  volatile bool done = false;
  int work = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(900);
  CHECK(run_kernel(2, 64, [&] {
    if (blockIdx.x == 0) {
      while (!__syncthreads_or(done)) {
      }
      return;
    }
    for (bool more = true; more; more = __syncthreads_or(std::chrono::steady_clock::now() < end))
      for (int i = 0; i < 1000; ++i) atomicAdd(&work, 1);
    done = true;
  }).error == cudaSuccess);
}

TEST_CASE("a thread whose processor is given to others for a long time is not taken for one that never ends") {
  const Patience patience("0.02");
  int written = 0;
  const auto outcome = run_kernel(1, 1, [&] {
    for (int round = 0; round < 5; ++round) {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
      for (int i = 0; i < 32; ++i) {
        __tsan_volatile_write4(&written);
        ++written;
      }
    }
  });
  CHECK(outcome.error == cudaSuccess);
  CHECK(written == 160);
}

TEST_CASE("work that takes longer than the patience is left alone while it changes something, and gets somewhere") {
  const Patience patience("0.2");
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1500);
  int work = 0;
  CHECK(run_kernel(1, 2, [&] {
    for (bool more = true; more; more = __syncthreads_or(std::chrono::steady_clock::now() < end))
      for (int i = 0; i < 1000; ++i) atomicAdd(&work, 1);
  }).error == cudaSuccess);
}

TEST_CASE("so is work that only reads, as long as it reads on") {
  const Patience patience("0.4");
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1200);
  std::vector<int> numbers(1 << 22);
  CHECK(run_kernel(1, 2, [&] {
    for (std::size_t i = 0; std::chrono::steady_clock::now() < end && i + 1000 <= numbers.size(); ++i)
      for (int again = 0; again < 1000; ++again) __tsan_read4(&numbers[i + again]);
  }).error == cudaSuccess);
}
