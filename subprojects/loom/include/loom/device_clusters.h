// Clusters of blocks: where a block stands in its cluster, the barrier of all its threads, and the other blocks' shared memory.
#pragma once

#include "vector_types.h"

// Without a cluster in the launch, each block is one of its own.
unsigned __clusterDimIsSpecified();
dim3 __clusterDim();
unsigned __clusterSizeInBlocks();
dim3 __clusterRelativeBlockIdx();
unsigned __clusterRelativeBlockRank();
dim3 __clusterGridDimInClusters();
dim3 __clusterIdx();

void __cluster_barrier_arrive();
void __cluster_barrier_arrive_relaxed();   // what was done before is not published
void __cluster_barrier_wait();
void __threadfence_cluster();

// The same offset in the shared memory of another block; the block in whose shared memory an address lies.
void* __cluster_map_shared_rank(const void* ptr, unsigned target_block_rank);
unsigned __cluster_query_shared_rank(const void* ptr);
unsigned __isClusterShared(const void* ptr);
__attribute__((always_inline)) inline unsigned __isCtaShared(const void* ptr) { return __isShared(ptr); }

namespace loom {
// Arrives and waits.
void sync_cluster();
}  // namespace loom
