// Groups that scan on top of an atomic, and reduce into one.
// prints: exclusive: right
// prints: inclusive: right
// prints: reduced 2016 63 7 7
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

#include <cstdio>

namespace cg = cooperative_groups;

constexpr int threads = 64;

// Each thread takes so many positions, and no other thread gets them.
template <bool inclusive>
__global__ void take_places(int* taken, int* total) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> used;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) new (&used) cuda::atomic<int, cuda::thread_scope_block>(0);
  block.sync();
  const auto tile = cg::tiled_partition<16>(block);
  const int wanted = static_cast<int>(tile.thread_rank() % 3);
  const int first = inclusive ? cg::inclusive_scan_update(tile, used, wanted, cg::plus<int>()) - wanted : cg::exclusive_scan_update(tile, used, wanted);
  for (int i = 0; i < wanted; ++i) ++taken[first + i];
  block.sync();
  if (block.thread_rank() == 0) *total = used.load();
}

__global__ void reduce(int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int rank = static_cast<int>(threadIdx.x);
  const cuda::atomic_ref<int, cuda::thread_scope_device> sum(out[0]), most(out[1]), stored(out[2]);
  cg::reduce_update_async(tile, sum, rank, cg::plus<int>());
  cg::reduce_update_async(tile, most, rank, cg::greater<int>());
  cg::reduce_store_async(tile, stored, 7, cg::less<int>());
  if (rank < 32) cg::reduce_store_async(tile, &out[3], 7, cg::less<int>());
}

template <bool inclusive>
void try_places(const char* name) {
  int *taken, *total;
  cudaMallocManaged(&taken, threads * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < threads; ++i) taken[i] = 0;
  take_places<inclusive><<<1, threads>>>(taken, total);
  cudaDeviceSynchronize();
  constexpr int wanted = threads / 16 * (5 * 3);
  bool right = *total == wanted;
  for (int i = 0; i < threads; ++i) right = right && taken[i] == (i < wanted);
  std::printf("%s: %s\n", name, right ? "right" : "wrong");
  cudaFree(taken);
  cudaFree(total);
}

int main() {
  try_places<false>("exclusive");
  try_places<true>("inclusive");
  int* out;
  cudaMallocManaged(&out, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) out[i] = 0;
  reduce<<<1, threads>>>(out);
  cudaDeviceSynchronize();
  std::printf("reduced %d %d %d %d\n", out[0], out[1], out[2], out[3]);
  cudaFree(out);
}
