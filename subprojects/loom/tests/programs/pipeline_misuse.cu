// Threads that work on a stage before it is full, that fill one on which others still work, that promise an alignment which is none;
// that wait for too few of their copies, for none, after the others have been told, or at another barrier.
// prints: no error
// prints: misaligned address
// prints: misaligned address
#include <cstdio>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

constexpr int threads = 64;

__global__ void work_too_early(const int* in, int* out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  __shared__ int stage[threads];
  const auto block = cg::this_thread_block();
  stage[threadIdx.x] = 0;
  auto pipe = cuda::make_pipeline(block, &state);
  pipe.producer_acquire();
  cuda::memcpy_async(block, stage, in, sizeof stage, pipe);
  pipe.producer_commit();
  out[threadIdx.x] = stage[threads - 1 - threadIdx.x];  // finds: race
  pipe.consumer_wait();
  pipe.consumer_release();
}

__global__ void fill_too_early(const int* in, int* out) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
  __shared__ int stage[threads];
  const auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  for (int i = 0; i < 2; ++i) {
    cuda::memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);  // finds: race
    pipe.producer_commit();
    pipe.consumer_wait();
    out[threadIdx.x] = stage[threads - 1 - threadIdx.x];
    pipe.consumer_release();
  }
}

// In the last iteration nothing is committed, so all batches but one are those before the one that is used.
__global__ void leave_out_the_last(const int* in, int* out) {
  __shared__ int stage[2][threads];
  constexpr int batches = 3;
  for (int batch = 0; batch <= batches; ++batch) {
    if (batch < batches) {
      __pipeline_memcpy_async(&stage[batch % 2][threadIdx.x], &in[threadIdx.x], sizeof(int));
      __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    if (batch > 0) out[threadIdx.x] = stage[(batch - 1) % 2][threads - 1 - threadIdx.x];  // finds: race
    __syncthreads();
  }
}

__global__ void leave_out_its_own(const int* in, int* out) {
  __shared__ int stage[2][threads];
  auto pipe = cuda::make_pipeline();
  for (int batch = 0; batch < 2; ++batch) {
    pipe.producer_acquire();
    cuda::memcpy_async(&stage[batch][threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
  }
  cuda::pipeline_consumer_wait_prior<1>(pipe);
  out[threadIdx.x] = stage[0][threadIdx.x] + stage[1][threadIdx.x];  // finds: race
}

__global__ void wait_once_for_two(const int* in, int* out) {
  __shared__ int stage[2][threads];
  auto pipe = cuda::make_pipeline();
  for (int batch = 0; batch < 2; ++batch) {
    cuda::memcpy_async(&stage[batch][threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
  }
  pipe.consumer_wait();
  __syncthreads();
  out[threadIdx.x] = stage[1][threadIdx.x];  // finds: race
}

__global__ void commit_nothing(const int* in, int* out) {
  __shared__ int stage[threads];
  __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int), 1);
  __pipeline_wait_prior(0);
  out[threadIdx.x] = stage[threadIdx.x];  // finds: race
}

// Who reads what the thread before it has copied runs after it has waited, here; but nothing says so.
__global__ void tell_and_then_wait(const int* in, int* out) {
  __shared__ int stage[threads];
  __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int));  // finds: race
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  if (threadIdx.x > 0) out[threadIdx.x] = stage[threadIdx.x - 1];
}

__global__ void wait_for_all_but_one(const int* in, int* out) {
  __shared__ int stage[2][threads];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, stage[0], in, sizeof stage[0]);
  cg::memcpy_async(block, stage[1], in, sizeof stage[1]);
  cg::wait_prior<1>(block);
  out[threadIdx.x] = stage[0][threadIdx.x];
  out[threadIdx.x] = stage[1][threadIdx.x];  // finds: race
}

__global__ void synchronise_only(const int* in, int* out) {
  __shared__ int stage[threads];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, stage, in, sizeof stage);
  block.sync();
  out[threadIdx.x] = stage[threadIdx.x];  // finds: race
}

__global__ void fill_twice(const int* in) {
  __shared__ int stage[threads];
  for (int i = 0; i < 2; ++i) {
    __pipeline_memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int));  // finds: race
    __pipeline_commit();
  }
  __pipeline_wait_prior(0);
}

__global__ void wait_at_another_barrier(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> full[2];
  __shared__ int stage[threads];
  if (threadIdx.x < 2) init(&full[threadIdx.x], threads);
  __syncthreads();
  auto pipe = cuda::make_pipeline();
  cuda::memcpy_async(&stage[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
  cuda::pipeline_producer_commit(pipe, full[0]);
  full[1].arrive_and_wait();
  out[threadIdx.x] = stage[threadIdx.x];  // finds: race
  full[0].arrive_and_wait();
}

__global__ void promise_by_type(const int* in) {
  __shared__ alignas(16) int stage[8];
  auto pipe = cuda::make_pipeline();
  cuda::memcpy_async(reinterpret_cast<int4*>(stage), reinterpret_cast<const int4*>(in + 1), sizeof(int4), pipe);  // finds: misaligned
}

__global__ void promise_wrongly(const int* in) {
  __shared__ alignas(16) int stage[4];
  auto pipe = cuda::make_pipeline();
  cuda::memcpy_async(stage, in + 1, cuda::aligned_size_t<16>(sizeof stage), pipe);  // finds: misaligned
}

int main() {
  int* numbers;
  cudaMalloc(&numbers, 2 * threads * sizeof(int));
  cudaMemset(numbers, 0, 2 * threads * sizeof(int));
  work_too_early<<<1, threads>>>(numbers, numbers + threads);
  fill_too_early<<<1, threads>>>(numbers, numbers + threads);
  leave_out_the_last<<<1, threads>>>(numbers, numbers + threads);
  leave_out_its_own<<<1, threads>>>(numbers, numbers + threads);
  wait_once_for_two<<<1, threads>>>(numbers, numbers + threads);
  commit_nothing<<<1, threads>>>(numbers, numbers + threads);
  tell_and_then_wait<<<1, threads>>>(numbers, numbers + threads);
  wait_for_all_but_one<<<1, threads>>>(numbers, numbers + threads);
  synchronise_only<<<1, threads>>>(numbers, numbers + threads);
  fill_twice<<<1, threads>>>(numbers);
  wait_at_another_barrier<<<1, threads>>>(numbers, numbers + threads);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  promise_by_type<<<1, 1>>>(numbers);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaDeviceReset();
  cudaMalloc(&numbers, 2 * threads * sizeof(int));
  promise_wrongly<<<1, 1>>>(numbers);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
