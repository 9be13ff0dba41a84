// What device code may ask of its cluster.
#include "device/device_only.hpp"
#include "engine/block.hpp"
#include "engine/cluster.hpp"
#include "loom/device.h"

namespace {

using namespace loom;

std::uintptr_t value(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

const Launch& launch() { return *here.thread->block->launch; }

// A block's own shared memory, in a cluster of one.
bool is_own(const Block& block, std::uintptr_t address) {
  const Range variables = static_shared();
  return address - variables.first < variables.last - variables.first || address - block.shared_base < block.shared_bytes;
}

// The block of the cluster in whose shared memory the address lies; as many as there are blocks where it lies in none.
unsigned rank_of(const Block& block, std::uintptr_t address) {
  return block.cluster ? block.cluster->rank_of(address) : is_own(block, address) ? 0 : 1;
}

unsigned rank_or_stop(const void* address, std::uintptr_t pc) {
  const HooksMuted muted;
  const unsigned rank = rank_of(*here.thread->block, value(address));
  if (rank == __clusterSizeInBlocks())
    here.runner->stop(cudaErrorLaunchFailure, pc, "requests the rank of the block of an address that is not in the shared memory of its "
                                                  "cluster. Pass the address of a __shared__ variable.");
  return rank;
}

}  // namespace

unsigned __clusterDimIsSpecified() {
  device_only("__clusterDimIsSpecified");
  return here.thread->block->cluster != nullptr;
}

dim3 __clusterDim() {
  device_only("__clusterDim");
  return launch().cluster;
}

unsigned __clusterSizeInBlocks() {
  device_only("__clusterSizeInBlocks");
  return static_cast<unsigned>(count_of(launch().cluster));
}

dim3 __clusterRelativeBlockIdx() {
  device_only("__clusterRelativeBlockIdx");
  const dim3& size = launch().cluster;
  return {blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z};
}

unsigned __clusterRelativeBlockRank() {
  device_only("__clusterRelativeBlockRank");
  return here.thread->block->rank_in_cluster;
}

dim3 __clusterGridDimInClusters() {
  device_only("__clusterGridDimInClusters");
  const dim3& size = launch().cluster;
  return {gridDim.x / size.x, gridDim.y / size.y, gridDim.z / size.z};
}

dim3 __clusterIdx() {
  device_only("__clusterIdx");
  const dim3& size = launch().cluster;
  return {blockIdx.x / size.x, blockIdx.y / size.y, blockIdx.z / size.z};
}

void loom::sync_cluster() {
  device_only("cluster_group::sync");
  here.runner->cluster().sync(LOOM_CALLER);
}

void __cluster_barrier_arrive() {
  device_only("__cluster_barrier_arrive");
  here.runner->cluster().arrive(LOOM_CALLER, /*releases=*/true);
}

void __cluster_barrier_arrive_relaxed() {
  device_only("__cluster_barrier_arrive_relaxed");
  here.runner->cluster().arrive(LOOM_CALLER, /*releases=*/false);
}

void __cluster_barrier_wait() {
  device_only("__cluster_barrier_wait");
  here.runner->cluster().wait(LOOM_CALLER);
}

void* __cluster_map_shared_rank(const void* ptr, unsigned target_block_rank) {
  device_only("__cluster_map_shared_rank");
  const unsigned from = rank_or_stop(ptr, LOOM_CALLER);
  const Cluster* const cluster = here.thread->block->cluster;
  if (target_block_rank >= __clusterSizeInBlocks())
    here.runner->stop(cudaErrorLaunchFailure, LOOM_CALLER, "requests the shared memory of a block that its cluster does not have. Ranks "
                                                           "are 0 to num_blocks() - 1.");
  if (!cluster) return const_cast<void*>(ptr);
  const Cluster::Seat &seat = cluster->seat(from), &target = cluster->seat(target_block_rank);
  const std::uintptr_t at = value(ptr) - seat.variables.first;
  const bool fixed = at < seat.variables.last - seat.variables.first;
  return reinterpret_cast<void*>(fixed ? target.variables.first + at : target.block->shared_base + (value(ptr) - seat.block->shared_base));
}

unsigned __cluster_query_shared_rank(const void* ptr) {
  device_only("__cluster_query_shared_rank");
  return rank_or_stop(ptr, LOOM_CALLER);
}

unsigned __isClusterShared(const void* ptr) {
  device_only("__isClusterShared");
  return rank_of(*here.thread->block, value(ptr)) < __clusterSizeInBlocks();
}
