// Tiles of more than 32 threads: their ranks, their barrier, what they exchange, reduce and scan.
// prints: ranks: right
// prints: ordered: right
// prints: exchanged: right
// prints: reduced and scanned: right
// prints: some lanes have left: right
// prints: whole tiles have left: right
#include <cstdio>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

constexpr int threads = 512;
__device__ int right;

__device__ void say(bool is) { atomicAdd(&right, is); }

template <class Group>
__device__ unsigned size_of(const Group& group) { return static_cast<unsigned>(group.size()); }

__global__ void ranks() {
  __shared__ cg::block_tile_memory<threads> memory;
  const cg::thread_block block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<128>(block);
  const auto half = cg::tiled_partition<64>(tile);
  const auto warp = cg::tiled_partition<32>(half);
  const cg::thread_block_tile<128> any = tile;
  const unsigned self = threadIdx.x;
  bool is = tile.size() == 128 && tile.thread_rank() == self % 128 && tile.meta_group_rank() == self / 128 && tile.meta_group_size() == 4;
  is = is && half.thread_rank() == self % 64 && half.meta_group_rank() == self / 64 % 2 && half.meta_group_size() == 2;
  is = is && warp.meta_group_rank() == self / 32 % 2 && any.meta_group_rank() == self / 128;
  say(is && size_of(tile) == 128);
}

// Each tile works for itself: the numbers of iterations differ, and only the tile's barrier orders its warps.
template <unsigned Size>
__device__ bool rounds(int* numbers) {
  const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const unsigned first = tile.meta_group_rank() * Size, rank = tile.thread_rank();
  bool is = true;
  for (unsigned round = 0; round <= tile.meta_group_rank(); ++round) {
    numbers[first + rank] = static_cast<int>(rank + round);
    tile.sync();
    is = is && numbers[first + (rank + 33) % Size] == static_cast<int>((rank + 33) % Size + round);
    tile.sync();
  }
  return is;
}

__global__ void ordered() {
  __shared__ int numbers[threads];
  say(rounds<64>(numbers) && (__syncthreads(), rounds<256>(numbers)) && (__syncthreads(), rounds<512>(numbers)));
}

struct Pair {
  float value;
  int rank;
};

__global__ void exchanged() {
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  const int rank = static_cast<int>(tile.thread_rank()), first = static_cast<int>(threadIdx.x) - rank;
  const Pair pair = tile.shfl(Pair{0.5f + static_cast<float>(threadIdx.x), rank}, 77);
  bool is = pair.value == 0.5f + static_cast<float>(first + 77) && pair.rank == 77;
  is = is && tile.any(rank == 100) && !tile.any(rank == 128) && tile.all(rank < 128) && !tile.all(rank != 100);
  const int said = cg::invoke_one_broadcast(tile, [=] { return first; });
  say(is && said == first);
}

__global__ void reduced() {
  const auto tile = cg::tiled_partition<256>(cg::this_thread_block());
  const int rank = static_cast<int>(tile.thread_rank());
  bool is = cg::reduce(tile, rank, cg::plus<int>()) == 255 * 128 && cg::reduce(tile, rank ^ 77, cg::greater<int>()) == 255;
  is = is && cg::reduce(tile, 0.25f * static_cast<float>(rank), cg::plus<float>()) == 0.25f * 255 * 128;
  is = is && cg::inclusive_scan(tile, rank) == rank * (rank + 1) / 2 && cg::exclusive_scan(tile, rank) == rank * (rank - 1) / 2;
  say(is && cg::exclusive_scan(tile, 2) == 2 * rank);
}

// Some lanes of each tile's last warp have left the kernel; the others of that warp come.
__global__ void some_lanes_have_left() {
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  say(true);
  if (tile.thread_rank() >= 112) return;
  __shared__ int numbers[threads];
  numbers[threadIdx.x] = 1;
  tile.sync();
  if (numbers[threadIdx.x / 128 * 128 + (threadIdx.x + 32) % 112] != 1) say(true);
}

__global__ void whole_tiles_have_left() {
  const auto tile = cg::tiled_partition<128>(cg::this_thread_block());
  say(true);
  if (tile.meta_group_rank() % 2) return;
  tile.sync();
}

void report(const char* what) {
  int count = 0;
  cudaMemcpyFromSymbol(&count, right, sizeof count);
  const cudaError_t error = cudaGetLastError();
  std::printf("%s: %s\n", what, error != cudaSuccess ? cudaGetErrorName(error) : count == threads ? "right" : "wrong");
  count = 0;
  cudaMemcpyToSymbol(right, &count, sizeof count);
}

int main() {
  ranks<<<1, threads>>>();
  report("ranks");
  ordered<<<1, threads>>>();
  report("ordered");
  exchanged<<<1, threads>>>();
  report("exchanged");
  reduced<<<1, threads>>>();
  report("reduced and scanned");
  some_lanes_have_left<<<1, threads>>>();
  report("some lanes have left");
  whole_tiles_have_left<<<1, threads>>>();
  report("whole tiles have left");
}
