// CUB's blocks with several items to a thread: loads, stores, exchanges, scans, sorts, flags, histograms; and scans by warps.
// prints: loaded 8 11, 500 -1, striped 2 386
// prints: exchanged 2 386, back 8 11, scattered 1011
// prints: scans 36 28, 130816 130816, 100 145, running 1 106
// prints: sorted 0 511, down 511 0, values 0 511, bits 0 3, striped 128
// prints: by comparison 511 0, stable 1 3
// prints: heads 1 0 1, tails 0 1 1, counts 64 64 0
// prints: warp 10 6 28, told 5, bounded 7 100
#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>

#include <cstdio>

constexpr int threads = 128, count = 4, every = threads * count;

template <class Block>
__device__ typename Block::TempStorage& room() {
  __shared__ typename Block::TempStorage storage;
  return storage;
}

__global__ void loads(const int* in, int* out, int* report) {
  using Load = cub::BlockLoad<int, threads, count, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Striped = cub::BlockLoad<int, threads, count, cub::BLOCK_LOAD_STRIPED>;
  using Store = cub::BlockStore<int, threads, count, cub::BLOCK_STORE_VECTORIZE>;
  using Exchange = cub::BlockExchange<int, threads, count>;
  int items[count], some[count], striped[count];
  Load(room<Load>()).Load(in, items);
  __syncthreads();
  Load(room<Load>()).Load(in, some, 501, -1);
  Striped(room<Striped>()).Load(in, striped);
  if (threadIdx.x == 2) report[0] = items[0], report[1] = items[3], report[4] = striped[0], report[5] = striped[3];
  if (threadIdx.x == 125) report[2] = some[0], report[3] = some[1];
  int exchanged[count], back[count];
  Exchange(room<Exchange>()).BlockedToStriped(items, exchanged);
  __syncthreads();
  Exchange(room<Exchange>()).StripedToBlocked(exchanged, back);
  __syncthreads();
  if (threadIdx.x == 2) report[6] = exchanged[0], report[7] = exchanged[3], report[8] = back[0], report[9] = back[3];
  int places[count];
  for (int i = 0; i < count; ++i) places[i] = every - 1 - items[i];
  Exchange(room<Exchange>()).ScatterToBlocked(items, back, places);
  if (threadIdx.x == 1) report[10] = back[0] + back[3];
  Store(room<Store>()).Store(out, items);
}

struct Running {
  int total;
  __device__ int operator()(int aggregate) {
    const int before = total;
    total += aggregate;
    return before;
  }
};

__global__ void scans(int* report) {
  using Scan = cub::BlockScan<int, threads>;
  const int first = static_cast<int>(threadIdx.x) * count;
  int items[count] = {first, first + 1, first + 2, first + 3}, to[count], total, whole;
  Scan(room<Scan>()).ExclusiveSum(items, to, total);
  if (threadIdx.x == 2) report[0] = to[1];
  __syncthreads();
  Scan(room<Scan>()).InclusiveScan(items, to, cuda::std::plus<>(), whole);
  if (threadIdx.x == 1) report[1] = to[3], report[2] = total, report[3] = whole;
  __syncthreads();
  Running running{threadIdx.x == 0 ? 100 : 7};
  for (int tile = 0; tile < 2; ++tile) {
    Scan(room<Scan>()).ExclusiveSum(items, to, running);
    __syncthreads();
    if (threadIdx.x == 2 && tile == 0) report[4] = to[0] - 28, report[5] = to[2];
  }
  Scan(room<Scan>()).InclusiveSum(items, to, running);
  if (threadIdx.x == 0) report[6] = running.total == 100 + 3 * total, report[7] = to[3] - 2 * total;
}

struct Greater {
  __device__ bool operator()(int a, int b) const { return a > b; }
};
struct LowestDigit {
  __device__ bool operator()(int a, int b) const { return a % 2 < b % 2; }
};

__global__ void sorts(int* report) {
  using Sort = cub::BlockRadixSort<int, threads, count, short>;
  using Keys = cub::BlockRadixSort<unsigned, threads, count>;
  using Merge = cub::BlockMergeSort<int, threads, count>;
  int keys[count];
  short values[count];
  unsigned some[count];
  for (int i = 0; i < count; ++i) {
    keys[i] = (static_cast<int>(threadIdx.x) * count + i) * 7 % every;
    values[i] = static_cast<short>(keys[i]);
    some[i] = static_cast<unsigned>(keys[i]);
  }
  Sort(room<Sort>()).Sort(keys, values);
  if (threadIdx.x == 0) report[0] = keys[0], report[4] = values[0];
  if (threadIdx.x == threads - 1) report[1] = keys[count - 1], report[5] = values[count - 1];
  __syncthreads();
  Sort(room<Sort>()).SortDescending(keys, values);
  if (threadIdx.x == 0) report[2] = keys[0];
  if (threadIdx.x == threads - 1) report[3] = keys[count - 1];
  Keys(room<Keys>()).Sort(some, 4, 6);
  if (threadIdx.x == 0) report[6] = static_cast<int>(some[0] >> 4 & 3);
  if (threadIdx.x == threads - 1) report[7] = static_cast<int>(some[0] >> 4 & 3);
  __syncthreads();
  Keys(room<Keys>()).SortBlockedToStriped(some);
  if (threadIdx.x == 0) report[8] = static_cast<int>(some[1]);
  Merge(room<Merge>()).Sort(keys, Greater());
  if (threadIdx.x == 0) report[9] = keys[0];
  if (threadIdx.x == threads - 1) report[10] = keys[count - 1];
  __syncthreads();
  for (int i = 0; i < count; ++i) keys[i] = static_cast<int>(threadIdx.x) * count + i;
  Merge(room<Merge>()).StableSort(keys, LowestDigit());
  if (threadIdx.x == threads / 2) report[11] = keys[0], report[12] = keys[1];
}

__global__ void counts(int* report) {
  using Flags = cub::BlockDiscontinuity<int, threads>;
  using Counts = cub::BlockHistogram<unsigned char, threads, 1, 3>;
  __shared__ unsigned bins[3];
  int pairs[2] = {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.x) | 1}, flags[2];
  Flags(room<Flags>()).FlagHeads(flags, pairs, cuda::std::not_equal_to<>());
  if (threadIdx.x == 0) report[0] = flags[0], report[1] = !!flags[1] - 1;
  if (threadIdx.x == 2) report[2] = flags[0];
  __syncthreads();
  Flags(room<Flags>()).FlagTails(flags, pairs, cuda::std::not_equal_to<>());
  if (threadIdx.x == 1) report[3] = flags[0], report[4] = flags[1];
  if (threadIdx.x == threads - 1) report[5] = flags[1];
  unsigned char sample[1] = {static_cast<unsigned char>(threadIdx.x % 2)};
  Counts(room<Counts>()).Histogram(sample, bins);
  __syncthreads();
  if (threadIdx.x < 3) report[6 + threadIdx.x] = static_cast<int>(bins[threadIdx.x]);
}

__global__ void warps(int* report) {
  using Scan = cub::WarpScan<int, 8>;
  __shared__ typename Scan::TempStorage storage[threads / 8];
  auto& mine = storage[threadIdx.x / 8];
  const int lane = static_cast<int>(threadIdx.x % 8);
  int inclusive, exclusive, total, most;
  Scan(mine).InclusiveSum(lane, inclusive);
  __syncwarp();
  Scan(mine).ExclusiveSum(lane, exclusive, total);
  __syncwarp();
  const int told = Scan(mine).Broadcast(lane, 5);
  __syncwarp();
  Scan(mine).ExclusiveScan(lane, most, 100 * (lane == 0), cuda::maximum<>());
  if (threadIdx.x == 12) report[0] = inclusive, report[1] = exclusive, report[2] = total, report[3] = told;
  if (threadIdx.x == 8) report[4] = total / 4, report[5] = most;
}

int main() {
  int *in, *out, *report;
  for (int** memory : {&in, &out, &report}) cudaMallocManaged(memory, every * sizeof(int));
  for (int i = 0; i < every; ++i) in[i] = i;
  loads<<<1, threads>>>(in, out, report);
  cudaDeviceSynchronize();
  std::printf("loaded %d %d, %d %d, striped %d %d\n", report[0], report[1], report[2], report[3], report[4], report[5]);
  std::printf("exchanged %d %d, back %d %d, scattered %d\n", report[6], report[7], report[8], report[9], report[10]);
  for (int i = 0; i < every; ++i)
    if (out[i] != i) return 1;
  scans<<<1, threads>>>(report);
  cudaDeviceSynchronize();
  std::printf("scans %d %d, %d %d, %d %d, running %d %d\n", report[0], report[1], report[2], report[3], report[4], report[5],
              report[6], report[7]);
  sorts<<<1, threads>>>(report);
  cudaDeviceSynchronize();
  std::printf("sorted %d %d, down %d %d, values %d %d, bits %d %d, striped %d\n", report[0], report[1], report[2], report[3], report[4], report[5],
              report[6], report[7], report[8]);
  std::printf("by comparison %d %d, stable %d %d\n", report[9], report[10], report[11], report[12]);
  counts<<<1, threads>>>(report);
  cudaDeviceSynchronize();
  std::printf("heads %d %d %d, tails %d %d %d, counts %d %d %d\n", report[0], report[1], report[2], report[3], report[4], report[5], report[6],
              report[7], report[8]);
  warps<<<1, threads>>>(report);
  cudaDeviceSynchronize();
  std::printf("warp %d %d %d, told %d, bounded %d %d\n", report[0], report[1], report[2], report[3], report[4], report[5]);
  for (int* memory : {in, out, report}) cudaFree(memory);
}
