// Groups of threads of every kind, what they are and what their threads do together.
// prints: block: right
// prints: tiles of 1: right
// prints: tiles of 2: right
// prints: tiles of 4: right
// prints: tiles of 8: right
// prints: tiles of 16: right
// prints: tiles of 32: right
// prints: tiles of tiles: right
// prints: sizes known at run time: right
// prints: coalesced: right
// prints: partitions: right
// prints: exchanges: right
// prints: votes and matches: right
// prints: scans: right
// prints: reductions: right
// prints: reductions of floats: 3ff0000000000015 3f800002 41a0cccf
// prints: one for all: right
// prints: copies: right
// prints: clusters of one: right
#include <cstdio>
#include <cstring>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

constexpr unsigned threads = 96;

// How many threads found everything as it should be.
__device__ int right;

__device__ void say(bool is) { atomicAdd(&right, is); }

__global__ void block() {
  const cg::thread_block b = cg::this_thread_block();
  const unsigned rank = threadIdx.x + 8 * threadIdx.y;
  bool is = b.size() == threads && b.num_threads() == threads && b.thread_rank() == rank;
  is = is && b.group_index().x == blockIdx.x && b.thread_index().y == threadIdx.y && b.dim_threads().x == 8 && b.group_dim().y == 12;
  const cg::thread_group any = b;
  is = is && any.size() == threads && any.thread_rank() == rank && cg::group_size(b) == threads && cg::thread_rank(b) == rank;
  __shared__ unsigned next[threads];
  next[rank] = rank;
  b.sync();
  is = is && next[(rank + 1) % threads] == (rank + 1) % threads;
  cg::sync(b);
  const cg::thread_block_tile<1> alone = cg::this_thread();
  say(is && alone.size() == 1 && alone.thread_rank() == 0);
}

template <unsigned size>
__global__ void tiles() {
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  const unsigned rank = threadIdx.x;
  bool is = tile.size() == size && tile.num_threads() == size && tile.thread_rank() == rank % size;
  is = is && tile.meta_group_rank() == rank / size && tile.meta_group_size() == threads / size;
  const unsigned first = rank - rank % size;
  is = is && tile.shfl(rank, 1) == first + 1 % size;
  is = is && tile.shfl_xor(rank, size / 2) == (rank ^ size / 2);
  is = is && tile.shfl_up(rank, 1) == (rank == first ? rank : rank - 1);
  is = is && tile.shfl_down(rank, 1) == (rank == first + size - 1 ? rank : rank + 1);
  const unsigned all = size == 32 ? ~0u : (1u << size % 32) - 1;
  is = is && tile.ballot(1) == all && tile.ballot(rank % size == 0) == 1;
  is = is && tile.any(rank % size == size - 1) && tile.all(1) && (size == 1 || !tile.all(rank != first));
  const cg::thread_block_tile<size> plain = tile;
  is = is && plain.meta_group_rank() == rank / size && plain.thread_rank() == rank % size;
  const cg::thread_group any = plain;
  is = is && any.size() == size && any.thread_rank() == rank % size;
  any.sync();
  tile.sync();
  say(is);
}

__global__ void tiles_of_tiles() {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto four = cg::tiled_partition<4>(warp);
  const unsigned rank = threadIdx.x;
  say(four.meta_group_rank() == rank % 32 / 4 && four.meta_group_size() == 8 && four.shfl(rank, 0) == rank / 4 * 4);
}

__global__ void sizes_at_run_time(unsigned size) {
  const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), size);
  const cg::thread_group half = cg::tiled_partition(tile, size / 2);
  const unsigned rank = threadIdx.x;
  tile.sync();
  say(tile.size() == size && tile.thread_rank() == rank % size && half.size() == size / 2 && half.thread_rank() == rank % (size / 2));
}

__global__ void coalesced() {
  const unsigned lane = threadIdx.x % 32;
  bool is = true;
  if (lane % 3 == 1) {                   // lanes 1, 4, …, 31
    const cg::coalesced_group group = cg::coalesced_threads();
    is = group.size() == 11 && group.thread_rank() == lane / 3 && group.num_threads() == 11;
    is = is && group.meta_group_rank() == 0 && group.meta_group_size() == 1;
    is = is && group.shfl(lane, 2) == 7 && group.shfl_up(lane, 1) == (lane == 1 ? 1 : lane - 3);
    is = is && group.shfl_down(lane, 2) == (lane >= 28 ? lane : lane + 6);
    is = is && group.ballot(lane < 8) == 7 && group.any(lane == 31) && !group.all(lane == 31);
    is = is && group.match_any(lane % 2) == (lane % 2 ? 0x555u : 0x2aau);
    group.sync();
    const cg::coalesced_group four = cg::tiled_partition(group, 4);
    is = is && four.size() == (lane / 3 < 8 ? 4 : 3) && four.thread_rank() == lane / 3 % 4;
    is = is && four.meta_group_rank() == lane / 3 / 4 && four.meta_group_size() == 3;
    is = is && four.shfl(lane, 0) == lane / 12 * 12 + 1;
  }
  say(is);
}

__global__ void partitions() {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned lane = threadIdx.x % 32;
  const cg::coalesced_group odd = cg::binary_partition(warp, lane % 2 == 1);
  bool is = odd.size() == 16 && odd.thread_rank() == lane / 2 && odd.meta_group_rank() == lane % 2 && odd.meta_group_size() == 2;
  const cg::coalesced_group whole = cg::binary_partition(warp, true);
  is = is && whole.size() == 32 && whole.meta_group_rank() == 0 && whole.meta_group_size() == 1;
  const cg::coalesced_group same = cg::labeled_partition(warp, static_cast<int>((lane + 1) % 5));
  const unsigned label = lane % 5;
  is = is && same.size() == (label < 2 ? 7 : 6) && same.thread_rank() == lane / 5;
  is = is && same.meta_group_rank() == label && same.meta_group_size() == 5;
  const cg::coalesced_group again = cg::labeled_partition(same, lane < 16);
  say(is && again.meta_group_size() == 2);
}

struct Large {
  double a;
  int b[3];
  char c;
};

__global__ void exchanges() {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int rank = static_cast<int>(tile.thread_rank());
  const Large mine{rank + 0.5, {rank, 2 * rank, 3 * rank}, static_cast<char>('a' + rank)};
  const Large theirs = tile.shfl(mine, 5);
  bool is = theirs.a == 5.5 && theirs.b[2] == 15 && theirs.c == 'f';
  const short small = tile.shfl_xor(static_cast<short>(rank), 3);
  is = is && small == (rank ^ 3) && tile.shfl(1ull << (40 + rank), 2) == 1ull << 42;
  say(is);
}

__global__ void votes_and_matches() {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const unsigned rank = tile.thread_rank();
  int all = 0;
  bool is = tile.match_any(rank / 4) == (rank < 4 ? 0xfu : 0xf0u);
  is = is && tile.match_all(7, all) == 0xff && all;
  is = is && tile.match_all(rank == 3, all) == 0 && !all;
  say(is);
}

__global__ void scans() {
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int rank = static_cast<int>(tile.thread_rank());
  bool is = cg::inclusive_scan(tile, rank + 1) == (rank + 1) * (rank + 2) / 2;
  is = is && cg::exclusive_scan(tile, rank + 1) == rank * (rank + 1) / 2;
  is = is && cg::inclusive_scan(tile, (rank * 5) % 8, cg::greater<int>()) == (rank == 0 ? 0 : rank < 3 ? 5 : 7);
  is = is && cg::exclusive_scan(tile, 1 << rank, cg::bit_or<int>()) == (1 << rank) - 1;
  if (rank % 2 == 0) {
    const cg::coalesced_group even = cg::coalesced_threads();
    const int place = static_cast<int>(even.thread_rank());
    is = is && cg::inclusive_scan(even, 2) == 2 * place + 2 && cg::exclusive_scan(even, 2) == 2 * place;
  }
  say(is);
}

__global__ void reductions() {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int rank = static_cast<int>(tile.thread_rank());
  bool is = cg::reduce(tile, rank, cg::plus<int>()) == 120 && cg::reduce(tile, rank - 7, cg::less<int>()) == -7;
  is = is && cg::reduce(tile, rank - 7, cg::greater<int>()) == 8;
  is = is && cg::reduce(tile, ~(1u << rank), cg::bit_and<unsigned>()) == 0xffff0000 && cg::reduce(tile, 1u << rank, cg::bit_or<unsigned>()) == 0xffff;
  is = is && cg::reduce(tile, 3u << rank, cg::bit_xor<unsigned>()) == 0x10001;
  is = is && cg::reduce(tile, 2.0, [](double a, double b) { return a * b; }) == 65536.0;
  if (rank > 10) {
    const cg::coalesced_group rest = cg::coalesced_threads();
    is = is && cg::reduce(rest, rank, cg::less<int>()) == 11 && cg::reduce(rest, 1.5f, cg::plus<float>()) == 1.5f * static_cast<float>(rest.size());
  }
  say(is);
}

// Sums whose last bits depend on the order in which they are made.
__device__ double whole_sum;
__device__ float tile_sum, part_sum;

__global__ void reductions_of_floats() {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned lane = threadIdx.x;
  const double share = cg::reduce(warp, lane == 31 ? 1.0 : 1e-17 * lane, cg::plus<double>());
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const float sum = cg::reduce(tile, lane == 0 ? 1.0f : 1e-8f * static_cast<float>(lane), cg::plus<float>());
  float part = 0;
  if (lane % 5 != 2) part = cg::reduce(cg::coalesced_threads(), 0.1f * static_cast<float>(lane % 16) + 1e-7f, cg::plus<float>());
  if (lane == 0) {
    whole_sum = share;
    tile_sum = sum;
    part_sum = part;
  }
}

__global__ void one_for_all(int* counter) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  cg::invoke_one(tile, [=] { atomicAdd(counter, 1); });
  const int said = cg::invoke_one_broadcast(tile, [] { return 42; });
  say(said == 42);
}

__global__ void copies(const int* from) {
  const cg::thread_block b = cg::this_thread_block();
  __shared__ int words[256];
  __shared__ char bytes[37];
  cg::memcpy_async(b, words, from, sizeof words);
  cg::memcpy_async(b, bytes, reinterpret_cast<const char*>(from) + 3, sizeof bytes);
  cg::wait(b);
  bool is = true;
  for (int i = 0; i < 256; ++i) is = is && words[i] == from[i];
  for (int i = 0; i < 37; ++i) is = is && bytes[i] == reinterpret_cast<const char*>(from)[i + 3];
  say(is);
}

__global__ void clusters() {
  const cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  say(cluster.num_blocks() == 1 && cluster.block_rank() == 0 && cluster.num_threads() == threads && cluster.thread_rank() == threadIdx.x);
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
  block<<<1, dim3(8, 12)>>>();
  report("block");
  tiles<1><<<1, threads>>>();
  report("tiles of 1");
  tiles<2><<<1, threads>>>();
  report("tiles of 2");
  tiles<4><<<1, threads>>>();
  report("tiles of 4");
  tiles<8><<<1, threads>>>();
  report("tiles of 8");
  tiles<16><<<1, threads>>>();
  report("tiles of 16");
  tiles<32><<<1, threads>>>();
  report("tiles of 32");
  tiles_of_tiles<<<1, threads>>>();
  report("tiles of tiles");
  sizes_at_run_time<<<1, threads>>>(16);
  report("sizes known at run time");
  coalesced<<<1, threads>>>();
  report("coalesced");
  partitions<<<1, threads>>>();
  report("partitions");
  exchanges<<<1, threads>>>();
  report("exchanges");
  votes_and_matches<<<1, threads>>>();
  report("votes and matches");
  scans<<<1, threads>>>();
  report("scans");
  reductions<<<1, threads>>>();
  report("reductions");

  reductions_of_floats<<<1, 32>>>();
  double whole = 0;
  float tile = 0, part = 0;
  cudaMemcpyFromSymbol(&whole, whole_sum, sizeof whole);
  cudaMemcpyFromSymbol(&tile, tile_sum, sizeof tile);
  cudaMemcpyFromSymbol(&part, part_sum, sizeof part);
  unsigned long long bits = 0;
  unsigned tile_bits = 0, part_bits = 0;
  std::memcpy(&bits, &whole, sizeof bits);
  std::memcpy(&tile_bits, &tile, sizeof tile_bits);
  std::memcpy(&part_bits, &part, sizeof part_bits);
  std::printf("reductions of floats: %llx %x %x\n", bits, tile_bits, part_bits);

  int *numbers, host[256];
  for (int i = 0; i < 256; ++i) host[i] = i * i;
  cudaMalloc(&numbers, sizeof host);
  cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
  one_for_all<<<1, threads>>>(numbers);
  report("one for all");
  copies<<<1, threads>>>(numbers);
  report("copies");
  clusters<<<1, threads>>>();
  report("clusters of one");
}
