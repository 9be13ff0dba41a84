// What goes wrong between the blocks of a cluster: one leaves while another still uses its shared memory, one is used before it may have
// begun, nothing orders what two do to one address, what is read has not been written, an index is too large.
// complains: which may have left the kernel already: cluster target block not present
// complains: block (1,0,0) may have left the kernel
// complains: which may not have begun
// complains: one block reads what another writes, in the tile of block (0,0,0), and nothing orders the two
// complains: Add cluster.sync() between the two accesses, where all threads of all blocks of the cluster reach it.
// complains: a read of the tile of block (1,0,0), at byte 0, where nothing has been written yet
// complains: an access 4 bytes past the end of the dynamic shared memory of block (1,0,0)
// complains: in the 512 bytes from cudaMalloc
// prints: no error
// prints: unspecified launch failure
// prints: an illegal memory access was encountered
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int* of_next(int* mine) {
  const cg::cluster_group cluster = cg::this_cluster();
  return cluster.map_shared_rank(mine, static_cast<int>(cluster.block_rank() + 1) % 2);
}

__global__ void __cluster_dims__(2) leaves_too_early(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  cg::this_cluster().sync();
  out[blockIdx.x * 32 + threadIdx.x] = of_next(tile)[threadIdx.x];  // finds: race
}

__global__ void __cluster_dims__(2) begins_too_early(int* out) {
  __shared__ int tile[32];
  of_next(tile)[threadIdx.x] = 1;  // finds: race
  cg::this_cluster().sync();
  out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x];
}

__global__ void __cluster_dims__(2) misses_a_barrier(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 0;
  cg::this_cluster().sync();
  of_next(tile)[threadIdx.x] = 1;                          // finds: race
  out[blockIdx.x * 32 + threadIdx.x] = tile[threadIdx.x];  // finds: race
  cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2) does_not_wait(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 0;
  cg::this_cluster().sync();
  tile[threadIdx.x] = 1;                                            // finds: race
  cg::this_cluster().barrier_arrive();
  out[blockIdx.x * 32 + threadIdx.x] = of_next(tile)[threadIdx.x];  // finds: race
  cg::this_cluster().barrier_wait();
  cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2) publishes_nothing(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;  // finds: race
  __cluster_barrier_arrive_relaxed();
  __cluster_barrier_wait();
  out[blockIdx.x * 32 + threadIdx.x] = of_next(tile)[threadIdx.x];  // finds: race
  cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2) looks_beyond_its_cluster(int* out) {
  out[blockIdx.x * 32 + threadIdx.x] = 1;  // finds: race
  cg::this_cluster().sync();
  const int seen = out[(blockIdx.x ^ 2) * 32 + threadIdx.x];  // finds: race
  if (seen > 1) __trap();
}

__global__ void __cluster_dims__(2) writes_half(int* out) {
  __shared__ int tile[32];
  if (cg::this_cluster().block_rank() == 0) tile[threadIdx.x] = 1;
  cg::this_cluster().sync();
  out[blockIdx.x * 32 + threadIdx.x] = of_next(tile)[threadIdx.x];  // finds: uninitialised-read
  cg::this_cluster().sync();
}

__global__ void __cluster_dims__(2) goes_too_far(int* out) {
  extern __shared__ int tile[];
  tile[threadIdx.x] = 1;
  cg::this_cluster().sync();
  out[blockIdx.x * 32 + threadIdx.x] = of_next(tile)[threadIdx.x + 1];  // finds: out-of-bounds
  cg::this_cluster().sync();
}

__global__ void goes_too_far_alone(int* out) {
  extern __shared__ int tile[];
  out[threadIdx.x] = tile[threadIdx.x + 32];  // finds: out-of-bounds
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * 32 * sizeof(int));
  leaves_too_early<<<4, 32>>>(out);
  begins_too_early<<<4, 32>>>(out);
  misses_a_barrier<<<4, 32>>>(out);
  does_not_wait<<<4, 32>>>(out);
  publishes_nothing<<<4, 32>>>(out);
  looks_beyond_its_cluster<<<4, 32>>>(out);
  writes_half<<<4, 32>>>(out);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  goes_too_far<<<4, 32, 32 * sizeof(int)>>>(out);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
  cudaDeviceReset();
  cudaMalloc(&out, 32 * sizeof(int));
  goes_too_far_alone<<<1, 32, 32 * sizeof(int)>>>(out);
  std::puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
