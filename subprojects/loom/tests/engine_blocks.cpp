// Every thread of every block runs once, knows where it is, and has a stack and shared memory of its own.
#include "loom/device.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>
#include <thread>
#include <vector>

#include "engine_fixture.hpp"

TEST_CASE("every thread of a three-dimensional grid runs exactly once") {
  const dim3 grid(3, 2, 4), block(5, 7, 2);
  for (unsigned cores : {1u, 2u, 5u}) {
    std::vector<std::atomic<int>> visits(24 * 70);
    const auto outcome = fixture::run_kernel(grid, block, [&] {
      const unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
      const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
      const loom::Thread& thread = *loom::current_thread();
      if (thread.rank == t && thread.block->threads == 70 && thread.block->index.z == blockIdx.z) ++visits[b * 70 + t];
    }, cores);
    CHECK(outcome.error == cudaSuccess);
    CHECK(std::all_of(visits.begin(), visits.end(), [](const auto& n) { return n == 1; }));
  }
}

TEST_CASE("and so does each of many blocks that two OS threads take from each other") {
  const fixture::Unwatched unwatched;
  std::vector<std::atomic<int>> visits(1'000'000);
  int begun = 0;
  CHECK(fixture::run_kernel(1'000'000, 1, [&] {
    ++visits[blockIdx.x];
    if (blockIdx.x >= 2) return;
    atomicAdd(&begun, 1);
    while (atomicAdd(&begun, 0) < 2) {
    }
  }, 2).error == cudaSuccess);
  CHECK(std::all_of(visits.begin(), visits.end(), [](const auto& n) { return n == 1; }));
}

TEST_CASE("threads know their indices after waiting, too") {
  std::vector<uint3> seen(60);
  fixture::run_kernel(1, dim3(3, 4, 5), [&] {
    __syncthreads();
    seen[loom::current_thread()->rank] = threadIdx;
  });
  for (unsigned rank = 0; rank < 60; ++rank) {
    CHECK(seen[rank].x == rank % 3);
    CHECK(seen[rank].y == rank / 3 % 4);
    CHECK(seen[rank].z == rank / 12);
  }
}

TEST_CASE("a block begins from a clean state, whatever shape the one before had and whether its threads waited") {
  for (const dim3 block : {dim3(6, 2), dim3(2, 6), dim3(2, 2, 3), dim3(12), dim3(6, 2)}) {
    bool right = true;
    std::vector<int> present;
    fixture::run_kernel(3, block, [&] {
      const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
      right &= threadIdx.x < blockDim.x && threadIdx.y < blockDim.y && loom::current_thread()->rank == t;
      if (blockIdx.x == 1 && t >= 7) present.push_back(__syncthreads_count(1));
    }, 1);
    CHECK(right);
    CHECK(present == std::vector<int>(5, 5));
  }
}

TEST_CASE("the largest block runs, with barriers") {
  int sum = 0;
  CHECK(fixture::run_kernel(1, 1024, [&] {
    for (int i = 0; i < 10; ++i) {
      ++sum;
      __syncthreads();
    }
  }).error == cudaSuccess);
  CHECK(sum == 10240);
}

TEST_CASE("blocks begin in the order of their index") {
  fixture::run_kernel(4, 1, [] {}, 1);
  CHECK(fixture::heard().order == std::vector<std::string>{"launch", "block 0", "block 0 ends", "block 1", "block 1 ends", "block 2",
                                                           "block 2 ends", "block 3", "block 3 ends", "launch ends"});
}

TEST_CASE("several OS threads share the blocks of a grid") {
  std::atomic<int> begun = 0, met = 0;
  fixture::run_kernel(2, 1, [&] {
    ++begun;
    // Looks without loom's noticing, so that no other thread helps: only an OS thread that was there from the start.
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (begun < 2 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    met += begun == 2;
  }, 2);
  CHECK(met == 2);
}

TEST_CASE("dynamic shared memory is aligned, poisoned in each block, and as large as asked") {
  bool aligned = true, poisoned = true;
  fixture::run_kernel(3, 1, [&] {
    unsigned char* const memory = static_cast<unsigned char*>(loom::dynamic_shared());
    const loom::Block& block = *loom::current_thread()->block;
    aligned &= block.shared_base == reinterpret_cast<std::uintptr_t>(memory) && block.shared_bytes == 5000 && block.shared_base % 256 == 0;
    poisoned &= std::all_of(memory, memory + 5000, [](unsigned char byte) { return byte == 0xff; });
    std::fill(memory, memory + 5000, 1);
  }, 1, 5000);
  CHECK(aligned);
  CHECK(poisoned);
}

namespace {
thread_local volatile int tile[100];         // as a `__shared__` variable, or one of the host's, looks to the linker
}

TEST_CASE("static shared memory is poisoned in each block, and the host gets its own back") {
  tile[99] = 42;
  bool poisoned = true, own = true;
  fixture::run_kernel(6, 33, [&] {
    if (threadIdx.x == 0) poisoned &= tile[0] == -1 && tile[99] == -1;
    __syncthreads();
    if (threadIdx.x == 32) tile[99] = static_cast<int>(blockIdx.x);
    __syncthreads();
    own &= tile[99] == static_cast<int>(blockIdx.x);
  });
  CHECK(poisoned);
  CHECK(own);
  CHECK(tile[99] == 42);
}

TEST_CASE("a thread's locals lie on its own stack, another thread's do not") {
  int* first = nullptr;
  bool own = true, others = false, same = false;
  fixture::run_kernel(1, 2, [&] {
    int local = 0;
    own &= loom::on_own_stack(reinterpret_cast<std::uintptr_t>(&local));
    if (threadIdx.x == 0) first = &local;
    __syncthreads();
    if (threadIdx.x == 1) {
      others |= loom::on_own_stack(reinterpret_cast<std::uintptr_t>(first));
      same |= first == &local;
    }
    __syncthreads();
  });
  CHECK(own);
  CHECK_FALSE(others);
  CHECK_FALSE(same);
}

TEST_CASE("where nothing is watched, blocks follow one another all the same, and those of whose threads some wait, too") {
  const fixture::Unwatched unwatched;
  std::vector<std::string> order{"launch"};
  for (int i = 0; i < 8; ++i) {
    order.push_back("block " + std::to_string(i));
    if (i == 3) order.emplace_back("barrier 1");
    order.push_back("block " + std::to_string(i) + " ends");
  }
  order.emplace_back("launch ends");
  std::vector<int> sums(8);
  const auto outcome = fixture::run_kernel(8, 40, [&] {
    if (blockIdx.x == 3) __syncthreads();
    sums[blockIdx.x] += 1 + threadIdx.x;
    if (threadIdx.x == 39) printf("%d ", blockIdx.x);
  }, 1);
  CHECK(outcome.error == cudaSuccess);
  CHECK(outcome.out == "0 1 2 3 4 5 6 7 ");
  CHECK(fixture::heard().order == order);
  CHECK(sums == std::vector<int>(8, 820));
}

TEST_CASE("and the first that fails is the last") {
  const fixture::Unwatched unwatched;
  for (const unsigned cores : {1u, 2u}) {
    const auto outcome = fixture::run_kernel(100, 40, [] {
      if (threadIdx.x == 7) printf("%d ", blockIdx.x);
      if (threadIdx.x == 39 && blockIdx.x % 4 == 3) __trap();
    }, cores);
    CHECK(outcome.error == cudaErrorLaunchFailure);
    CHECK(outcome.out == "0 1 2 3 ");
    CHECK(fixture::contains(outcome.err, "thread (39,0,0) of block (3,0,0), at engine_blocks.cpp:"));
  }
}

TEST_CASE("a check that needs accesses is left alone where none is announced") {
  struct : loom::Check {
    bool needs_accesses() const override { return true; }
    void block_begins(const loom::Block&) override { ++blocks; }
    void fence(const loom::Thread&, loom::Scope, std::uintptr_t) override { ++fences; }
    int blocks = 0, fences = 0;
  } check;
  loom::add_check(check);
  const auto fence = [] { __threadfence(); };
  fixture::run_kernel(2, 1, fence);
  CHECK(check.blocks == 2);
  CHECK(check.fences == 2);
  {
    const fixture::Unwatched unwatched;
    fixture::run_kernel(2, 1, fence);
  }
  CHECK(check.blocks == 2);
  CHECK(check.fences == 2);
  fixture::run_kernel(2, 1, fence);
  CHECK(check.blocks == 4);
  loom::remove_check(check);
}

TEST_CASE("nor is one told of blocks that does not follow them, though of the rest") {
  struct : loom::Check {
    bool follows_blocks() const override { return false; }
    void block_begins(const loom::Block&) override { ++blocks; }
    void block_ends(const loom::Block&) override { ++blocks; }
    void fence(const loom::Thread&, loom::Scope, std::uintptr_t) override { ++fences; }
    int blocks = 0, fences = 0;
  } check;
  loom::add_check(check);
  fixture::run_kernel(2, 1, [] { __threadfence(); });
  CHECK(check.blocks == 0);
  CHECK(check.fences == 2);
  loom::remove_check(check);
}

TEST_CASE("threads that never wait take turns on one stack") {
  std::vector<int*> stacks(100);
  fixture::run_kernel(1, 100, [&] {
    int local = 0;
    stacks[threadIdx.x] = &local;
  });
  CHECK(std::set<int*>(stacks.begin(), stacks.end()).size() == 1);
}

TEST_CASE("on the host there is no device thread") {
  fixture::run_kernel(1, 1, [] { CHECK(loom::current_thread() != nullptr); });
  CHECK(loom::current_thread() == nullptr);
  CHECK(loom::dynamic_shared() == nullptr);
  int local = 0;
  CHECK_FALSE(loom::on_own_stack(reinterpret_cast<std::uintptr_t>(&local)));
}
