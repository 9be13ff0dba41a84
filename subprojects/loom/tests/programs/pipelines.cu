// Copies in stages by libcu++'s pipelines and by C's functions: what they bring, and that what they order is ordered.
// prints: one thread's: right
// prints: one thread's, told by barriers: right
// prints: a block's, all fill and work: right
// prints: a block's, by number of those who fill: right
// prints: a block's, by roles: right
// prints: a warp's: right
// prints: in C: right
#include <chrono>
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

constexpr int threads = 96, batches = 7, numbers = threads * batches;
__device__ int given[numbers], taken[numbers];

// Each thread fills its own places, two batches ahead.
__global__ void of_one_thread() {
  __shared__ alignas(16) int4 stage[2][threads / 4];
  auto pipe = cuda::make_pipeline();
  const auto shape = cuda::aligned_size_t<16>(sizeof(int4));
  for (int batch = 0, ahead = 0; batch < batches; ++batch) {
    for (; ahead < batches && ahead < batch + 2; ++ahead) {
      pipe.producer_acquire();
      if (threadIdx.x < threads / 4)
        cuda::memcpy_async(&stage[ahead % 2][threadIdx.x], reinterpret_cast<const int4*>(given + ahead * threads) + threadIdx.x,
                           shape, pipe);
      pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    if (!pipe.consumer_wait_for(std::chrono::seconds(0))) __trap();
    __syncthreads();
    taken[batch * threads + threadIdx.x] = reinterpret_cast<int*>(stage[batch % 2])[threads - 1 - threadIdx.x];
    __syncthreads();
    pipe.consumer_release();
  }
}

// The others wait at the stage's barrier.
__global__ void told_by_barriers() {
  __shared__ cuda::barrier<cuda::thread_scope_block> full[batches];
  __shared__ int stages[batches][threads];
  auto pipe = cuda::make_pipeline();
  if (threadIdx.x < batches) init(&full[threadIdx.x], threads);
  __syncthreads();
  for (int batch = 0; batch < batches; ++batch) {
    pipe.producer_acquire();
    cuda::memcpy_async(&stages[batch][threadIdx.x], &given[batch * threads + threadIdx.x], sizeof(int), pipe);
    cuda::pipeline_producer_commit(pipe, full[batch]);
  }
  for (int batch = 0; batch < batches; ++batch) {
    full[batch].arrive_and_wait();
    taken[batch * threads + threadIdx.x] = stages[batch][threads - 1 - threadIdx.x];
  }
}

// All threads fill, and all work on what others have filled: only the pipeline orders them.
template <class Group, unsigned char Stages>
__device__ void fill_and_work(const Group& group, cuda::pipeline_shared_state<cuda::thread_scope_block, Stages>* state, int* stages,
                              int first, int count) {
  auto pipe = cuda::make_pipeline(group, state);
  const int rank = group.thread_rank(), size = group.size();
  for (int batch = 0, ahead = 0; batch < count; ++batch) {
    for (; ahead < count && ahead < batch + Stages; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(group, stages + ahead % Stages * size, given + first + ahead * size, sizeof(int) * size, pipe);
      pipe.producer_commit();
    }
    while (!pipe.consumer_wait_for(std::chrono::nanoseconds(0))) __nanosleep(20);
    taken[first + batch * size + rank] = stages[batch % Stages * size + size - 1 - rank];
    pipe.consumer_release();
  }
}

__global__ void of_a_block() {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope::thread_scope_block, 3> state;
  __shared__ int stages[3 * threads];
  fill_and_work(cg::this_thread_block(), &state, stages, 0, batches);
}

__global__ void of_a_warp() {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> states[threads / 32];
  __shared__ int stages[threads / 32][2 * 32];
  const int warp = threadIdx.x / 32;
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  fill_and_work(tile, &states[warp], stages[warp], warp * 32 * batches, batches);
}

// The first warp fills, the others work: only the pipeline orders them, whichever way they said who does what.
template <class... Who>
__device__ void part(Who... who) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  __shared__ int stages[2][threads];
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, who...);
  for (int batch = 0; batch < batches; ++batch) {
    int* const stage = stages[batch % 2];
    if (threadIdx.x < 32) {
      pipe.producer_acquire();
      for (int i = threadIdx.x; i < threads; i += 32) cuda::memcpy_async(stage + i, given + batch * threads + i, sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      while (!pipe.consumer_wait_until(std::chrono::steady_clock::now())) __nanosleep(20);
      for (int i = threadIdx.x - 32; i < threads; i += 64) taken[batch * threads + i] = stage[threads - 1 - i];
      pipe.consumer_release();
    }
  }
}

__global__ void by_number() { part(std::size_t{32}); }
__global__ void by_role() { part(threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer); }

// The last number of each batch is zero instead.
__global__ void in_c() {
  __shared__ int stage[2][threads + 1];
  for (int batch = 0; batch <= batches; ++batch) {
    if (batch < batches) {
      __pipeline_memcpy_async(&stage[batch % 2][threadIdx.x], &given[batch * threads + threadIdx.x], sizeof(int),
                              threadIdx.x == threads - 1 ? sizeof(int) : 0);
    }
    __pipeline_commit();             // in the last iteration of nothing, so that all but one are those before
    __pipeline_wait_prior(1);
    __syncthreads();
    if (batch > 0) taken[(batch - 1) * threads + threadIdx.x] = stage[(batch - 1) % 2][threads - 1 - threadIdx.x];
    __syncthreads();
  }
}

// Each run of `size` numbers has come the other way round.
void report(const char* what, int size, bool zeros = false) {
  int got[numbers] = {};
  cudaMemcpyFromSymbol(got, taken, sizeof got);
  int right = 0;
  for (int i = 0; i < numbers; ++i) {
    const int source = i / size * size + size - 1 - i % size;
    right += got[i] == (zeros && source % threads == threads - 1 ? 0 : source + 1);
  }
  std::printf("%s: %s\n", what, right == numbers ? "right" : cudaGetErrorString(cudaGetLastError()));
  const int nothing[numbers] = {};
  cudaMemcpyToSymbol(taken, nothing, sizeof nothing);
}

int main() {
  int all[numbers];
  for (int i = 0; i < numbers; ++i) all[i] = i + 1;
  cudaMemcpyToSymbol(given, all, sizeof all);
  of_one_thread<<<1, threads>>>();
  report("one thread's", threads);
  told_by_barriers<<<1, threads>>>();
  report("one thread's, told by barriers", threads);
  of_a_block<<<1, threads>>>();
  report("a block's, all fill and work", threads);
  by_number<<<1, threads>>>();
  report("a block's, by number of those who fill", threads);
  by_role<<<1, threads>>>();
  report("a block's, by roles", threads);
  of_a_warp<<<1, threads>>>();
  report("a warp's", 32);
  in_c<<<1, threads>>>();
  report("in C", threads, true);
}
