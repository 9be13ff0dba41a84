// CUB: reductions and scans by blocks and warps, and the algorithms over device memory with their temporary memory.
// prints: block 8128 127, of items 32640, scan 3 6 8128, exclusive 6 10, warps 28 92
// prints: device 499500 0 999 499510, scan 4950 5050, selected 334 999 2
// prints: sorted 0 999 999, pairs 0:7, bits 256 1, buffers 0
#include <cub/cub.cuh>
#include <cuda/functional>

#include <cstdio>

__global__ void blocks(int* out) {
  using Reduce = cub::BlockReduce<int, 128>;
  using Scan = cub::BlockScan<int, 128>;
  __shared__ union {
    Reduce::TempStorage reduce;
    Scan::TempStorage scan;
  } shared;
  const int mine = static_cast<int>(threadIdx.x);
  const int sum = Reduce(shared.reduce).Sum(mine);
  __syncthreads();
  const int most = Reduce(shared.reduce).Reduce(mine, cuda::maximum<>());
  __syncthreads();
  int items[2] = {2 * mine, 2 * mine + 1};
  const int of_items = Reduce(shared.reduce).Sum(items);
  __syncthreads();
  int scanned, all;
  Scan(shared.scan).InclusiveSum(mine, scanned, all);
  __syncthreads();
  int before[2];
  Scan(shared.scan).ExclusiveSum(items, before);
  using Warp = cub::WarpReduce<int, 8>;
  __shared__ Warp::TempStorage warps[16];
  const int of_warp = Warp(warps[threadIdx.x / 8]).Sum(mine);
  if (threadIdx.x == 0) out[0] = sum, out[1] = most, out[2] = of_items, out[8] = of_warp;
  if (threadIdx.x == 2) out[3] = scanned, out[6] = before[0], out[7] = before[1];
  if (threadIdx.x == 3) out[4] = scanned, out[5] = all;
  if (threadIdx.x == 8) out[9] = of_warp;
}

struct IsThird {
  __host__ __device__ bool operator()(int x) const { return x % 3 == 0; }
};

void* temporary = nullptr;
std::size_t bytes = 0;
// The call once to ask, and once with memory.
#define WITH_MEMORY(call)          \
  temporary = nullptr;             \
  call;                            \
  cudaMalloc(&temporary, bytes);   \
  call;                            \
  cudaFree(temporary)

int main() {
  int *in, *out, *values, *more;
  constexpr int n = 1000;
  for (int** memory : {&in, &out, &values, &more}) cudaMallocManaged(memory, n * sizeof(int));
  blocks<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  std::printf("block %d %d, of items %d, scan %d %d %d, exclusive %d %d, warps %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5], out[6],
              out[7], out[8], out[9]);

  for (int i = 0; i < n; ++i) in[i] = (i * 7) % n, values[i] = i;
  WITH_MEMORY(cub::DeviceReduce::Sum(temporary, bytes, in, out, n));
  WITH_MEMORY(cub::DeviceReduce::Min(temporary, bytes, in, out + 1, n));
  WITH_MEMORY(cub::DeviceReduce::Max(temporary, bytes, in, out + 2, n));
  WITH_MEMORY(cub::DeviceReduce::Reduce(temporary, bytes, in, out + 3, n, thrust::plus<>(), 10));
  std::printf("device %d %d %d %d", out[0], out[1], out[2], out[3]);
  WITH_MEMORY(cub::DeviceScan::ExclusiveSum(temporary, bytes, values, out, n));
  const int before = out[100];
  WITH_MEMORY(cub::DeviceScan::InclusiveSum(temporary, bytes, values, out, n));
  std::printf(", scan %d %d", before, out[100]);
  WITH_MEMORY(cub::DeviceSelect::If(temporary, bytes, values, out, more, n, IsThird()));
  const int thirds = more[0], last = out[333];
  for (int i = 0; i < n; ++i) more[i] = i == 5 || i == 6;
  WITH_MEMORY(cub::DeviceSelect::Flagged(temporary, bytes, values, more, out, more + n - 1, n));
  std::printf(", selected %d %d %d\n", thirds, last, more[n - 1]);

  WITH_MEMORY(cub::DeviceRadixSort::SortKeys(temporary, bytes, in, out, n));
  std::printf("sorted %d %d", out[0], out[n - 1]);
  WITH_MEMORY(cub::DeviceRadixSort::SortKeysDescending(temporary, bytes, in, out, n));
  std::printf(" %d", out[0]);
  for (int i = 0; i < n; ++i) values[i] = i + 7;
  WITH_MEMORY(cub::DeviceRadixSort::SortPairs(temporary, bytes, in, out, values, more, n));
  std::printf(", pairs %d:%d", out[0], more[0]);
  for (int i = 0; i < n; ++i) in[i] = n - 1 - i;
  in[0] = 256;
  WITH_MEMORY(cub::DeviceRadixSort::SortKeys(temporary, bytes, in, out, n, 0, 8));
  std::printf(", bits %d %d", out[0], out[5] & 255);
  cub::DoubleBuffer<int> keys(in, out);
  WITH_MEMORY(cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, n));
  std::printf(", buffers %d\n", keys.Current()[0]);
  for (int* memory : {in, out, values, more}) cudaFree(memory);
}
