// CUB's less usual algorithms over device memory, with and without temporary memory.
// prints: even 20 20 20, range 10 30 0
// prints: runs 3: 5x2 6x1 5x3, by key 3: 5=1 6=2 5=12
// prints: parted 4: 0 3 6 9, others 8 1, flagged 5: 1 3
// prints: segments 3 12 0, most 4
// prints: merged 9 0, pairs 0=9, buffers 0=9 9=0 1 1
// prints: transformed 0 27, summed 0 18, bulk 81, each 82, unique 4, squares 285
#include <cub/cub.cuh>
#include <cuda/std/tuple>

#include <cstdio>

struct IsThird {
  __host__ __device__ bool operator()(int x) const { return x % 3 == 0; }
};
struct Greater {
  __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};
struct Less {
  __host__ __device__ bool operator()(int a, int b) const { return a < b; }
};
struct Triple {
  __host__ __device__ int operator()(int x) const { return 3 * x; }
};
struct Sum {
  __host__ __device__ int operator()(int a, int b) const { return a + b; }
};
struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct WriteSquares {
  int* to;
  __device__ void operator()(int i) const { to[i] = i * i; }
};
struct Increase {
  __device__ void operator()(int& x) const { ++x; }
};

void* temporary = nullptr;
std::size_t bytes = 0;
// The call once to ask, and once with memory; its results are there when the host looks.
#define WITH_MEMORY(call)          \
  temporary = nullptr;             \
  call;                            \
  cudaMalloc(&temporary, bytes);   \
  call;                            \
  cudaDeviceSynchronize();         \
  cudaFree(temporary)

int main() {
  int *in, *out, *more, *count;
  constexpr int n = 60;
  for (int** memory : {&in, &out, &more, &count}) cudaMallocManaged(memory, n * sizeof(int));

  float *samples, *levels;
  cudaMallocManaged(&samples, n * sizeof(float));
  cudaMallocManaged(&levels, 4 * sizeof(float));
  for (int i = 0; i < n; ++i) samples[i] = static_cast<float>(i) / 10;
  for (int i = 0; i < 4; ++i) levels[i] = i == 3 ? 9.f : static_cast<float>(i * (i + 1));
  WITH_MEMORY(cub::DeviceHistogram::HistogramEven(temporary, bytes, samples, out, 4, 0.f, 6.f, n));
  std::printf("even %d %d %d", out[0], out[1], out[2]);
  levels[0] = 1, levels[1] = 2, levels[2] = 5, levels[3] = 5;
  for (int i = 50; i < n; ++i) samples[i] = 100;
  WITH_MEMORY(cub::DeviceHistogram::HistogramRange(temporary, bytes, samples, out, 4, levels, n));
  std::printf(", range %d %d %d\n", out[0], out[1], out[2]);

  const int keys[] = {5, 5, 6, 5, 5, 5};
  for (int i = 0; i < 6; ++i) in[i] = keys[i];
  WITH_MEMORY(cub::DeviceRunLengthEncode::Encode(temporary, bytes, in, out, more, count, 6));
  std::printf("runs %d: %dx%d %dx%d %dx%d", count[0], out[0], more[0], out[1], more[1], out[2], more[2]);
  int* values;
  cudaMallocManaged(&values, n * sizeof(int));
  for (int i = 0; i < n; ++i) values[i] = i;
  WITH_MEMORY(cub::DeviceReduce::ReduceByKey(temporary, bytes, in, out, values, more, count, Sum(), 6));
  std::printf(", by key %d: %d=%d %d=%d %d=%d\n", count[0], out[0], more[0], out[1], more[1], out[2], more[2]);

  WITH_MEMORY(cub::DevicePartition::If(temporary, bytes, values, out, count, 10, IsThird()));
  std::printf("parted %d: %d %d %d %d, others %d %d", count[0], out[0], out[1], out[2], out[3], out[4], out[9]);
  for (int i = 0; i < 10; ++i) in[i] = i % 2;
  WITH_MEMORY(cub::DevicePartition::Flagged(temporary, bytes, values, in, out, count, 10));
  std::printf(", flagged %d: %d %d\n", count[0], out[0], out[1]);

  const int offsets[] = {1, 3, 6, 6};
  for (int i = 0; i < 4; ++i) in[i] = offsets[i];
  WITH_MEMORY(cub::DeviceSegmentedReduce::Sum(temporary, bytes, values, out, 3, in, in + 1));
  std::printf("segments %d %d %d", out[0], out[1], out[2]);
  WITH_MEMORY(cub::DeviceSegmentedReduce::Max(temporary, bytes, values, out, 1, in + 1, in + 2));
  std::printf(", most %d\n", out[0] - 1);

  for (int i = 0; i < 10; ++i) in[i] = i, more[i] = 9 - i;
  WITH_MEMORY(cub::DeviceMergeSort::SortKeys(temporary, bytes, in, 10, Greater()));
  std::printf("merged %d %d", in[0], in[9]);
  WITH_MEMORY(cub::DeviceMergeSort::StableSortPairs(temporary, bytes, more, in, 10, Less()));
  std::printf(", pairs %d=%d", more[0], in[9]);
  for (int i = 0; i < 10; ++i) in[i] = 9 - i, more[i] = i;
  cub::DoubleBuffer<int> key_buffers(in, out), value_buffers(more, count);
  WITH_MEMORY(cub::DeviceRadixSort::SortPairs(temporary, bytes, key_buffers, value_buffers, 10));
  const int *const sorted = key_buffers.Current(), *const with = value_buffers.Current();
  std::printf(", buffers %d=%d %d=%d %d %d\n", sorted[0], with[0], sorted[9], with[9], sorted == in || sorted == out, with == more || with == count);

  for (int i = 0; i < 10; ++i) in[i] = i;
  cub::DeviceTransform::Transform(in, out, 10, Triple());
  cudaDeviceSynchronize();
  std::printf("transformed %d %d", out[0], out[9]);
  cub::DeviceTransform::Transform(cuda::std::make_tuple(in, values), out, 10, Sum());
  cudaDeviceSynchronize();
  std::printf(", summed %d %d", out[0], out[9]);
  cub::DeviceFor::Bulk(10, WriteSquares{out});
  cudaDeviceSynchronize();
  std::printf(", bulk %d", out[9]);
  cub::DeviceFor::ForEachN(out, 10, Increase());
  cudaDeviceSynchronize();
  std::printf(", each %d", out[9]);
  for (int i = 0; i < 10; ++i) in[i] = i / 3;
  WITH_MEMORY(cub::DeviceSelect::Unique(temporary, bytes, in, out, count, 10));
  std::printf(", unique %d", count[0]);
  WITH_MEMORY(cub::DeviceReduce::TransformReduce(temporary, bytes, values, out, 10, Sum(), Square(), 0));
  std::printf(", squares %d\n", out[0]);
  for (int* memory : {in, out, more, count, values}) cudaFree(memory);
  cudaFree(samples);
  cudaFree(levels);
}
