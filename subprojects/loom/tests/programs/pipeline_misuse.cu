// Threads that work on a stage before it is full, that fill one on which others still work, that promise an alignment which is none.
// prints: no error
// prints: misaligned address
#include <cstdio>

#include <cooperative_groups.h>
#include <cuda/pipeline>

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
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  promise_wrongly<<<1, 1>>>(numbers);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
