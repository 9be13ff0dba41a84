// Clusters in PTX: who is who, their barrier, one another's shared memory, and the barriers that lie there.
// prints: places 24 of 24
// prints: neighbours 192 of 192
// prints: told 3 times of 4 blocks
// prints: to all 256 of 256, one by one 64 of 64
#include <cstdint>
#include <cstdio>

__device__ unsigned in_shared(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }
__device__ unsigned rank_in_cluster() {
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
__device__ void arrive() { asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); }
__device__ void wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
__device__ unsigned map(unsigned address, unsigned rank) {
  unsigned mapped;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
  return mapped;
}

__global__ void __cluster_dims__(2, 3) places(int* right) {
  unsigned x, y, of_x, of_y, rank, count, cluster_x, clusters_x, is;
  asm volatile("mov.u32 %0, %%cluster_ctaid.x; mov.u32 %1, %%cluster_ctaid.y;" : "=r"(x), "=r"(y));
  asm volatile("mov.u32 %0, %%cluster_nctaid.x; mov.u32 %1, %%cluster_nctaid.y;" : "=r"(of_x), "=r"(of_y));
  asm volatile("mov.u32 %0, %%cluster_ctarank; mov.u32 %1, %%cluster_nctarank;" : "=r"(rank), "=r"(count));
  asm volatile("mov.u32 %0, %%clusterid.x; mov.u32 %1, %%nclusterid.x;" : "=r"(cluster_x), "=r"(clusters_x));
  asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(is));
  atomicAdd(right, x == blockIdx.x % 2 && y == blockIdx.y % 3 && of_x == 2 && of_y == 3 && rank == x + 2 * y && count == 6 && cluster_x == blockIdx.x / 2 &&
                       clusters_x == 2 && is == 1);
}

// Each block writes to the next one's shared memory, static and dynamic.
__global__ void __cluster_dims__(3) write_to_neighbours(int* right) {
  __shared__ int fixed[64];
  extern __shared__ int dynamic[];
  const unsigned rank = rank_in_cluster(), next = (rank + 1) % 3, t = threadIdx.x;
  arrive();
  wait();
  unsigned asked;
  const unsigned there = map(in_shared(&fixed[t]), next);
  std::uint64_t wide;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(wide) : "l"(&dynamic[t]), "r"(next));
  asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(asked) : "r"(there));
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(100 * rank + t) : "memory");
  asm volatile("st.u32 [%0], %1;" ::"l"(wide), "r"(200 * rank + t) : "memory");
  arrive();
  wait();
  const int before = static_cast<int>(rank + 2) % 3;
  int read;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(read) : "r"(map(in_shared(&dynamic[t]), rank)) : "memory");
  atomicAdd(right, asked == next && fixed[t] == 100 * before + static_cast<int>(t) && read == 200 * before + static_cast<int>(t));
  arrive();
  wait();
}

__device__ void init(std::uint64_t* barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(in_shared(barrier)), "r"(arrivals) : "memory");
}
__device__ void wait_at(std::uint64_t* barrier, unsigned parity) {
  asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra W; }" ::"r"(in_shared(barrier)), "r"(parity) : "memory");
}

// The first block waits for one arrival of each block.
__global__ void __cluster_dims__(4) tell_the_first(int* times) {
  __shared__ std::uint64_t barrier;
  __shared__ int told[4];
  const unsigned rank = rank_in_cluster();
  if (rank == 0) init(&barrier, 4);
  arrive();
  wait();
  int all = 0;
  for (int round = 0; round < 3; ++round) {
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(map(in_shared(&told[rank]), 0)), "r"(round + 1) : "memory");
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(map(in_shared(&barrier), 0)) : "memory");
    if (rank == 0) {
      wait_at(&barrier, round % 2);
      all += told[0] + told[1] + told[2] + told[3] == 4 * (round + 1);
    }
    arrive();
    wait();
  }
  if (rank == 0) *times = all;
}

__global__ void __cluster_dims__(4) spread(const int* from, int* right) {
  __shared__ alignas(16) int all[64];
  __shared__ int one[16];
  __shared__ std::uint64_t full, single;
  const unsigned rank = rank_in_cluster(), t = threadIdx.x;
  if (t == 0) {
    init(&full, 1);
    init(&single, 1);
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(in_shared(&full)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 64;" ::"r"(in_shared(&single)) : "memory");
  }
  arrive();
  wait();
  if (rank == 1 && t == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;" ::"r"(in_shared(all)), "l"(from),
                 "r"(in_shared(&full)), "h"(static_cast<unsigned short>(15))
                 : "memory");
  if (t < 16)
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(map(in_shared(&one[t]), 3 - rank)), "r"(10 * rank + t),
                 "r"(map(in_shared(&single), 3 - rank))
                 : "memory");
  wait_at(&full, 0);
  wait_at(&single, 0);
  atomicAdd(&right[0], all[t] == static_cast<int>(t));
  if (t < 16) atomicAdd(&right[1], one[t] == static_cast<int>(10 * (3 - rank) + t));
  arrive();
  wait();
}

int main() {
  int *results, *numbers;
  cudaMallocManaged(&results, 5 * sizeof(int));
  cudaMallocManaged(&numbers, 64 * sizeof(int));
  for (int i = 0; i < 5; ++i) results[i] = 0;
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  places<<<dim3(4, 3, 2), 1>>>(results);
  write_to_neighbours<<<3, 64, 64 * sizeof(int)>>>(results + 1);
  tell_the_first<<<4, 1>>>(results + 2);
  spread<<<4, 64>>>(numbers, results + 3);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("places %d of 24\nneighbours %d of 192\ntold %d times of 4 blocks\nto all %d of 256, one by one %d of 64\n", results[0], results[1], results[2], results[3],
              results[4]);
  cudaFree(results);
  cudaFree(numbers);
  return error;
}
