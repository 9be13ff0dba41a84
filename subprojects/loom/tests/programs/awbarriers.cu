// Barriers in C's manner and nvcuda::experimental::awbarrier: what was done before an arrival is ordered before what follows the wait.
// prints: rotated 32 0, by parity 64 32
// prints: awaited 3 2 1, then 2
// prints: class 96 1
// prints: most 16383
#include <cstdio>

#include <cuda_awbarrier.h>
#include <cuda_awbarrier_primitives.h>

__global__ void rotate(int* data) {
  __shared__ __mbarrier_t barrier;
  __shared__ int tile[64];
  if (threadIdx.x == 0) __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  const __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_try_wait(&barrier, token, 1000)) {
  }
  data[threadIdx.x] = tile[(threadIdx.x + 32) % 64];
  __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait_parity(&barrier, true)) {
  }
  tile[threadIdx.x] = threadIdx.x + 64;
  __mbarrier_arrive(&barrier);
  while (!__mbarrier_try_wait_parity(&barrier, false, 1000)) {
  }
  data[64 + threadIdx.x] = tile[(threadIdx.x + 32) % 64] - 32;
  __syncthreads();
  if (threadIdx.x == 0) __mbarrier_inval(&barrier);
}

// A token knows how many were awaited; who drops out is not awaited any more.
__global__ void count(int* data) {
  __shared__ __mbarrier_t barrier;
  __mbarrier_init(&barrier, 3);
  data[0] = __mbarrier_token_pending_count(__mbarrier_arrive(&barrier));
  data[1] = __mbarrier_token_pending_count(__mbarrier_arrive(&barrier));
  data[2] = __mbarrier_token_pending_count(__mbarrier_arrive_and_drop(&barrier));
  data[3] = __mbarrier_token_pending_count(__mbarrier_arrive(&barrier));
}

__global__ void with_class(int* data) {
  using nvcuda::experimental::awbarrier;
  __shared__ awbarrier barrier;
  __shared__ int tile[96];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = 1;
  awbarrier::arrival_token token = barrier.arrive();
  barrier.wait(token);
  int sum = 0;
  if (threadIdx.x == 0)
    for (const int one : tile) sum += one;
  barrier.arrive_and_wait();
  tile[threadIdx.x] = sum;
  barrier.arrive_and_wait();
  if (threadIdx.x == 1) data[0] = tile[0];
  token = barrier.arrive();
  while (!barrier.try_wait(token, 1000)) {
  }
  if (threadIdx.x == 0) data[1] = barrier.timed_wait(token, 1);
}

int main() {
  int *memory, copy[128];
  cudaMalloc(&memory, sizeof copy);
  cudaMemset(memory, 0, sizeof copy);
  const auto fetch = [&] { cudaMemcpy(copy, memory, sizeof copy, cudaMemcpyDeviceToHost); };
  rotate<<<1, 64>>>(memory);
  fetch();
  std::printf("rotated %d %d, by parity %d %d\n", copy[0], copy[32], copy[64], copy[96]);
  count<<<1, 1>>>(memory);
  fetch();
  std::printf("awaited %d %d %d, then %d\n", copy[0], copy[1], copy[2], copy[3]);
  with_class<<<1, 96>>>(memory);
  fetch();
  std::printf("class %d %d\n", copy[0], copy[1]);
  std::printf("most %u\n", __mbarrier_maximum_count());
  cudaFree(memory);
}
