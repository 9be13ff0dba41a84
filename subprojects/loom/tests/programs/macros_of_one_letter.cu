// Programs name their sizes by one capital letter, and some do so before they include anything. With a macro for each letter, all
// headers that may follow are read, and a little of each is run.
// prints: group sum 496, scan 6, most 31, cluster 64 threads, copied 64
// prints: half 12.0, bfloat16 2.5, wmma 512
// prints: atomic 64, reference 64, barrier 63, pipeline 63, pipeline of C 63
// prints: span 6, mdspan 5, ceil_div 3, maximum 7
// prints: complex 2.0 10.0, random numbers that differ 64
// prints: block 2016, device 2016, sorted 63
// prints: thrust 2016 4032, scanned 2016, by key 16, first at 10, zipped 3, drawn 1
#define A 1
#define B 2
#define C 3
#define D 4
#define E 5
#define F 6
#define G 7
#define H 8
#define I 9
#define J 10
#define K 11
#define L 12
#define M 13
#define N 14
#define O 15
#define P 16
#define Q 17
#define R 18
#define S 19
#define T 20
#define U 21
#define V 22
#define W 23
#define X 24
#define Y 25
#define Z 26
#define BLOCK 64
#define BLOCK_SIZE 64
#define HEIGHT 3
#define ROWS 3
#define SIZE 64
#define TILE 16
#define WARP_SIZE 32
#define WIDTH 2

#include <channel_descriptor.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cub/cub.cuh>
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_awbarrier.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>
#include <curand.h>
#include <curand_kernel.h>
#include <loom/observe.h>
#include <math_constants.h>
#include <mma.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <thrust/universal_vector.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/pipeline>
#include <cuda/std/mdspan>
#include <cuda/std/span>

#include <cstdio>
#include <set>

namespace cg = cooperative_groups;

// What the kernels hand to the host.
struct Answers {
  int sum, scan, most, threads, copied;
  float half, bfloat16, product;
  int added, referred, arrived, piped, piped_in_c;
  int span, mdspan, groups, maximum;
  unsigned drawn[BLOCK];
  int block;
};

__global__ void groups(Answers* out, const int* in) {
  __shared__ int tile[SIZE];
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<WARP_SIZE>(block);
  const int mine = static_cast<int>(warp.thread_rank());
  const int sum = cg::reduce(warp, mine, cg::plus<int>());
  const int scan = cg::inclusive_scan(warp, mine, cg::plus<int>());
  const int most = cg::reduce(warp, warp.shfl_xor(mine, 1), cg::greater<int>());
  cg::memcpy_async(block, tile, in, sizeof tile);
  cg::wait(block);
  if (block.thread_rank() == 3) out->sum = sum, out->scan = scan, out->most = most, out->copied = tile[63] + 1;
  if (block.thread_rank() == 0) out->threads = static_cast<int>(cg::this_cluster().num_threads());
}

__global__ void numbers(Answers* out) {
  using namespace nvcuda;
  __shared__ __half left[TILE * TILE], right[TILE * TILE];
  __shared__ float product[TILE * TILE];
  for (int i = static_cast<int>(threadIdx.x); i < TILE * TILE; i += 32) left[i] = 4, right[i] = __float2half(8);
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::load_matrix_sync(a, left, TILE);
  wmma::load_matrix_sync(b, right, TILE);
  wmma::mma_sync(c, a, b, c);
  wmma::store_matrix_sync(product, c, TILE, wmma::mem_row_major);
  if (threadIdx.x != 0) return;
  out->product = product[W];
  out->half = __half2float(__hfma(half(2), half(4), half(4)));
  out->bfloat16 = __bfloat162float(__nv_bfloat16(2) + __nv_bfloat16(0.5f));
}

__global__ void library(Answers* out, const int* in) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int referred, tile[SIZE], other[SIZE], third[SIZE];
  const int mine = static_cast<int>(threadIdx.x);
  if (mine == 0) {
    count.store(0);
    referred = 0;
    init(&barrier, BLOCK);
  }
  __syncthreads();
  count.fetch_add(1);
  cuda::atomic_ref<int, cuda::thread_scope_block>(referred).fetch_add(1);
  cuda::memcpy_async(&tile[mine], &in[mine], sizeof(int), barrier);
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&other[mine], &in[mine], sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  pipe.consumer_release();
  __pipeline_memcpy_async(&third[mine], &in[mine], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  barrier.arrive_and_wait();
  if (mine != 0) return;
  out->added = count.load(), out->referred = referred;
  out->arrived = tile[63], out->piped = other[63], out->piped_in_c = third[63];
  int table[WIDTH * HEIGHT] = {0, 1, 2, 3, 4, 5};
  out->span = static_cast<int>(cuda::std::span<int>(table).size());
  out->mdspan = cuda::std::mdspan(table, WIDTH, HEIGHT)(1, 2);
  out->groups = cuda::ceil_div(SIZE, W);
  out->maximum = cuda::maximum<>()(F, G);
}

__global__ void draw(Answers* out) {
  curandState state;
  curand_init(N, threadIdx.x, 0, &state);
  out->drawn[threadIdx.x] = curand(&state);
}

__global__ void sum_of_block(Answers* out) {
  using Reduce = cub::BlockReduce<int, BLOCK_SIZE>;
  __shared__ Reduce::TempStorage room;
  const int sum = Reduce(room).Sum(static_cast<int>(threadIdx.x));
  if (threadIdx.x == 0) out->block = sum;
}

struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};
struct IsTen {
  __host__ __device__ bool operator()(int x) const { return x == J; }
};

void of_device(const int* in) {
  int* out;
  cudaMallocManaged(&out, (SIZE + 1) * sizeof *out);
  void* room = nullptr;
  std::size_t bytes = 0;
  cub::DeviceReduce::Sum(room, bytes, in, out + SIZE, SIZE);
  cudaMalloc(&room, bytes);
  cub::DeviceReduce::Sum(room, bytes, in, out + SIZE, SIZE);
  cudaFree(room);
  room = nullptr;
  cub::DeviceRadixSort::SortKeysDescending(room, bytes, in, out, SIZE);
  cudaMalloc(&room, bytes);
  cub::DeviceRadixSort::SortKeysDescending(room, bytes, in, out, SIZE);
  cudaDeviceSynchronize();
  std::printf("device %d, sorted %d\n", out[SIZE], out[0]);
  cudaFree(room);
  cudaFree(out);
}

void of_thrust() {
  thrust::device_vector<int> numbers(SIZE), keys(SIZE), sums(SIZE), kept(SIZE);
  thrust::sequence(numbers.begin(), numbers.end());
  thrust::transform(numbers.begin(), numbers.end(), keys.begin(), thrust::placeholders::_1 / TILE);
  const int sum = thrust::reduce(numbers.begin(), numbers.end());
  const int twice = thrust::transform_reduce(numbers.begin(), numbers.end(), Twice(), 0, thrust::plus<int>());
  thrust::inclusive_scan(numbers.begin(), numbers.end(), sums.begin());
  thrust::reduce_by_key(keys.begin(), keys.end(), thrust::make_constant_iterator(1), kept.begin(), sums.begin() + 1);
  const int in_first = sums[1];
  thrust::inclusive_scan(numbers.begin(), numbers.end(), sums.begin());
  const auto ten = thrust::find_if(numbers.begin(), numbers.end(), IsTen());
  const auto zipped = thrust::make_zip_iterator(thrust::make_tuple(numbers.begin(), keys.begin()));
  thrust::sort_by_key(keys.begin(), keys.end(), numbers.begin(), thrust::greater<int>());
  const int at_front = thrust::get<1>(*zipped);
  thrust::default_random_engine engine;
  const double drawn = thrust::uniform_real_distribution<double>(0, 1)(engine);
  std::printf("thrust %d %d, scanned %d, by key %d, first at %d, zipped %d, drawn %d\n", sum, twice, static_cast<int>(sums.back()), in_first,
              static_cast<int>(ten - numbers.begin()), at_front, drawn < 1);
}

int main() {
  Answers* out;
  int* in;
  cudaMallocManaged(&out, sizeof *out);
  cudaMallocManaged(&in, SIZE * sizeof *in);
  for (int i = 0; i < SIZE; ++i) in[i] = i;
  groups<<<1, BLOCK>>>(out, in);
  numbers<<<1, WARP_SIZE>>>(out);
  library<<<1, BLOCK>>>(out, in);
  draw<<<1, BLOCK>>>(out);
  sum_of_block<<<1, BLOCK>>>(out);
  if (const cudaError_t error = cudaDeviceSynchronize()) std::printf("%s\n", cudaGetErrorString(error));
  std::printf("group sum %d, scan %d, most %d, cluster %d threads, copied %d\n", out->sum, out->scan, out->most, out->threads, out->copied);
  std::printf("half %.1f, bfloat16 %.1f, wmma %.0f\n", out->half, out->bfloat16, out->product);
  std::printf("atomic %d, reference %d, barrier %d, pipeline %d, pipeline of C %d\n", out->added, out->referred, out->arrived, out->piped,
              out->piped_in_c);
  std::printf("span %d, mdspan %d, ceil_div %d, maximum %d\n", out->span, out->mdspan, out->groups, out->maximum);
  const cuFloatComplex z = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(22.0f / 5, 1.2f));
  std::printf("complex %.1f %.1f, random numbers that differ %d\n", cuCrealf(z), cuCimagf(z),
              static_cast<int>(std::set<unsigned>(out->drawn, out->drawn + BLOCK).size()));
  std::printf("block %d, ", out->block);
  of_device(in);
  of_thrust();
  cudaFree(in);
  cudaFree(out);
}
