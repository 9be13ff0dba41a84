// Clusters of several blocks: they are there at the same time, meet at their barrier, and end together.
#include "loom/device.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "engine/cluster.hpp"
#include "engine_fixture.hpp"

using fixture::contains;
using fixture::heard;
using fixture::Patience;
using fixture::run_kernel;

namespace {

loom::Launch of_clusters(dim3 grid, dim3 cluster, dim3 block, std::size_t dynamic_shared = 0) {
  loom::Launch launch;
  launch.dynamic_shared = dynamic_shared;
  launch.grid = grid;
  launch.cluster = cluster;
  launch.block = block;
  return launch;
}

}  // namespace

TEST_CASE("blocks of a cluster begin one after another, and clusters in the requested order") {
  loom::Launch launch = of_clusters(dim3(4, 6, 2), dim3(2, 3, 1), 1);
  for (const char* const order : {"", "reversed", "shuffled:3"}) {
    launch.order = loom::BlockOrder::parse(order).value_or(loom::BlockOrder());
    std::vector<bool> seen(48);
    for (unsigned turn = 0; turn < 48; ++turn) {
      const uint3 block = block_at(launch, turn), first = block_at(launch, turn / 6 * 6);
      CHECK(turn_of(launch, block) == turn);
      CHECK((block.x / 2 == first.x / 2 && block.y / 3 == first.y / 3 && block.z == first.z));
      CHECK(block.x % 2 + 2 * (block.y % 3) == turn % 6);
      seen[block.x + 4 * (block.y + 6 * block.z)] = true;
    }
    CHECK(std::ranges::count(seen, true) == 48);
  }
}

TEST_CASE("all blocks of a cluster are there, though they outnumber the cores, and find each other's shared memory") {
  std::atomic<int> right = 0;
  CHECK(run_kernel(of_clusters(24, 8, 32, 32 * sizeof(int)), [&] {
    int* const mine = static_cast<int*>(loom::dynamic_shared());
    mine[threadIdx.x] = static_cast<int>(blockIdx.x * 100 + threadIdx.x);
    loom::sync_cluster();
    const unsigned other = (__clusterRelativeBlockRank() + 3) % 8;
    const int* const theirs = static_cast<int*>(__cluster_map_shared_rank(mine, other));
    right += theirs[threadIdx.x] == static_cast<int>((blockIdx.x / 8 * 8 + other) * 100 + threadIdx.x);
    loom::sync_cluster();
  }, 1).error == cudaSuccess);
  CHECK(right == 24 * 32);
}

TEST_CASE("a thread that has arrived may do something else, and go on before others of its block have waited") {
  std::atomic<int> after = 0, early = 0;
  int handed = 0;
  CHECK(run_kernel(of_clusters(2, 2, 64), [&] {
    ++after;
    __cluster_barrier_arrive();
    if (threadIdx.x == 40 && blockIdx.x == 0)
      while (atomicAdd(&handed, 0) == 0) {
      }
    __cluster_barrier_wait();
    early += after < 128;
    if (threadIdx.x == 3 && blockIdx.x == 0) atomicExch(&handed, 1);
    __syncthreads();
  }).error == cudaSuccess);
  CHECK(early == 0);
}

TEST_CASE("some threads may stand at the barrier, while others arrive at it and wait later") {
  std::atomic<int> passed = 0;
  CHECK(run_kernel(of_clusters(4, 4, 64), [&] {
    for (unsigned round = 0; round < 20; ++round) {
      if ((threadIdx.x + round) % 3 == 0) {
        loom::sync_cluster();
      } else {
        __cluster_barrier_arrive();
        __cluster_barrier_wait();
      }
    }
    ++passed;
  }).error == cudaSuccess);
  CHECK(passed == 256);
}

TEST_CASE("neither threads nor blocks that have left are waited for, even if they had arrived") {
  std::atomic<int> ended = 0;
  CHECK(run_kernel(of_clusters(4, 4, 32), [&] {
    if (blockIdx.x == 3) return;
    if (threadIdx.x % 2) return;
    __cluster_barrier_arrive();
    if (threadIdx.x == 4) return;
    __cluster_barrier_wait();
    if (blockIdx.x == 1) return;
    loom::sync_cluster();
    ++ended;
  }).error == cudaSuccess);
  CHECK(ended == 2 * 15);
}

TEST_CASE("where a whole block stands at the barrier, its threads have met as at their own; a thread that arrives alone is told of") {
  CHECK(run_kernel(of_clusters(2, 2, 32), [] {
    loom::sync_cluster();
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
  }).error == cudaSuccess);
  std::vector<std::string> of_first;
  for (const std::string& event : heard().clusters)
    if (event.ends_with("block 0") || event.ends_with("block 0, thread 7")) of_first.push_back(event);
  CHECK(of_first == std::vector<std::string>{"arrives at 0, block 0", "goes on from 0, block 0", "arrives at 1, block 0, thread 7",
                                             "goes on from 1, block 0, thread 7", "goes on from 2, block 0, thread 7", "ends, block 0"});
}

TEST_CASE("where one block fails, the others of its cluster are not waited for, and later clusters leave no trace") {
  const auto outcome = run_kernel(of_clusters(6, 2, 32), [] {
    if (blockIdx.x == 3 && threadIdx.x == 9) __trap();
    loom::sync_cluster();
    if (threadIdx.x == 0) printf("%u ", blockIdx.x);
  });
  CHECK(outcome.error == cudaErrorLaunchFailure);
  CHECK(contains(outcome.err, "thread (9,0,0) of block (3,0,0)"));
  CHECK(outcome.out == "0 1 ");
}

TEST_CASE("a block that never comes is found, where it spins, stands at another barrier, or waits for the grid") {
  const Patience patience("0.1");
  int never = 0;
  const auto spins = run_kernel(of_clusters(2, 2, 32), [&] {
    if (blockIdx.x == 1)
      while (atomicAdd(&never, 0) == 0) {
      }
    loom::sync_cluster();
  });
  CHECK(spins.error == cudaErrorLaunchTimeout);
  // Where other programs leave the block that spins next to no time, the one that sleeps may give up first.
  CHECK((contains(spins.err, "of block (1,0,0)") || contains(spins.err, "where another block of it never arrives")));

  const auto stands = run_kernel(of_clusters(2, 2, 32), [&] {
    if (blockIdx.x == 1 && threadIdx.x < 8) __syncthreads();
    else loom::sync_cluster();
  });
  CHECK(stands.error == cudaErrorLaunchTimeout);
  CHECK(contains(stands.err, "thread (0,0,0) of block (1,0,0) waits for its block"));
  CHECK(contains(stands.err, "thread (8,0,0) of block (1,0,0) waits for its cluster"));

  loom::Launch launch = of_clusters(2, 2, 32);
  launch.cooperative = true;
  const auto waits = run_kernel(launch, [&] {
    if (blockIdx.x == 1) loom::sync_grid();
    else loom::sync_cluster();
    NOT_MERGED;
  });
  CHECK(waits.error == cudaErrorLaunchTimeout);
  CHECK(contains(waits.err, "waits for its cluster at engine_clusters.cpp:"));
  CHECK(contains(waits.err, "where another block of it never arrives"));
}

TEST_CASE("arriving twice without waiting, and waiting without having arrived, end the kernel") {
  const auto twice = run_kernel(of_clusters(2, 2, 1), [] {
    __cluster_barrier_arrive();
    __cluster_barrier_arrive();
  });
  CHECK(twice.error == cudaErrorLaunchFailure);
  CHECK(contains(twice.err, "arrives at the barrier of its cluster again, without having waited there"));
  const auto never = run_kernel(of_clusters(2, 2, 1), [] { __cluster_barrier_wait(); });
  CHECK(never.error == cudaErrorLaunchFailure);
  CHECK(contains(never.err, "waits at the barrier of its cluster, where it has not arrived"));
}

TEST_CASE("an address outside shared memory and a rank that does not exist are reported") {
  int outside = 0;
  const auto address = run_kernel(of_clusters(2, 2, 1), [&] { __cluster_map_shared_rank(&outside, 0); });
  CHECK(address.error == cudaErrorLaunchFailure);
  CHECK(contains(address.err, "that is not in the shared memory of its cluster"));
  const auto rank = run_kernel(of_clusters(2, 2, 1, 4), [] { __cluster_map_shared_rank(loom::dynamic_shared(), 2); });
  CHECK(rank.error == cudaErrorLaunchFailure);
  CHECK(contains(rank.err, "a block that its cluster does not have"));
}

TEST_CASE("without clusters each block is one of its own") {
  std::atomic<int> right = 0;
  CHECK(run_kernel(3, 64, [&] {
    int* const mine = static_cast<int*>(loom::dynamic_shared());
    right += __clusterSizeInBlocks() == 1 && __clusterRelativeBlockRank() == 0 && !__clusterDimIsSpecified() &&
             __clusterIdx().x == blockIdx.x && __clusterGridDimInClusters().x == 3 && __cluster_map_shared_rank(mine, 0) == mine &&
             __cluster_query_shared_rank(mine) == 0;
    mine[threadIdx.x] = static_cast<int>(threadIdx.x);
    loom::sync_cluster();
    right += mine[63 - threadIdx.x] == static_cast<int>(63 - threadIdx.x);
    __cluster_barrier_arrive();
    __cluster_barrier_wait();
  }, 2, 256).error == cudaSuccess);
  CHECK(right == 2 * 3 * 64);
}
