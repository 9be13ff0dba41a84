// Atomic objects and references of libcu++: what they compute, and that what they order is ordered.
// prints: operations: right
// prints: message: 42 from each of 8 blocks
// prints: lock: 1024
// prints: by fences: 7
// prints: on the host: 5
#include <cstdio>

#include <cuda/atomic>

__device__ int right;
__device__ int data[8], received[8];
__device__ cuda::atomic<int, cuda::thread_scope_device> flags[8];
__device__ int locked, counter, payload, ready;

__global__ void operations() {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> a;
  __shared__ double b;
  __shared__ int numbers[4];
  a.store(5);
  bool is = a.fetch_add(3) == 5 && a == 8 && a.exchange(2) == 8 && ++a == 3 && a-- == 3 && (a += 10) == 12;
  is = is && a.fetch_max(20) == 12 && a.fetch_min(15) == 20 && a.load(cuda::memory_order_relaxed) == 15;
  is = is && a.fetch_and(6) == 15 && a.fetch_or(9) == 6 && a.fetch_xor(1) == 15;
  int expected = 3;
  is = is && !a.compare_exchange_strong(expected, 1) && expected == 14 && a.compare_exchange_strong(expected, 1) && a.load() == 1;
  b = 0.5;
  const cuda::atomic_ref<double, cuda::thread_scope_block> reference(b);
  is = is && reference.fetch_add(0.25) == 0.5 && reference.load() == 0.75;
  cuda::std::atomic<unsigned long long> wide(1ull << 40);
  is = is && wide.fetch_sub(1) == 1ull << 40;
  cuda::atomic<int*, cuda::thread_scope_thread> pointer(numbers);
  is = is && pointer.fetch_add(2) == numbers && pointer.load() == numbers + 2;
  // A volatile object is as good as another.
  volatile auto& seen_by_all = a;
  is = is && (seen_by_all = 4) == 4 && seen_by_all.fetch_add(2) == 4 && ++seen_by_all == 7 && seen_by_all == 7 && a.load() == 7;
  right = is;
}

// Each block waits for the next one's message.
__global__ void pass_messages() {
  const int self = blockIdx.x, next = (self + 1) % gridDim.x;
  data[self] = 42;
  flags[self].store(1, cuda::memory_order_release);
  while (flags[next].load(cuda::memory_order_acquire) == 0) {
  }
  received[self] = data[next];
}

__global__ void take_turns() {
  const cuda::atomic_ref<int, cuda::thread_scope_device> lock(locked);
  for (bool done = false; !done;) {
    if (lock.exchange(1, cuda::memory_order_acquire) != 0) continue;
    counter += 1;
    lock.store(0, cuda::memory_order_release);
    done = true;
  }
}

__global__ void order_by_fences(int* result) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready);
  if (blockIdx.x == 0) {
    payload = 7;
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    *result = payload;
  }
}

int main() {
  int is = 0, all[8] = {}, count = 0;
  operations<<<1, 1>>>();
  cudaMemcpyFromSymbol(&is, right, sizeof is);
  std::printf("operations: %s\n", is ? "right" : "wrong");

  pass_messages<<<8, 1>>>();
  cudaMemcpyFromSymbol(all, received, sizeof all);
  for (int value : all) count += value == 42;
  std::printf("message: 42 from each of %d blocks\n", count);

  take_turns<<<16, 64>>>();
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  std::printf("lock: %d\n", count);

  int* result;
  cudaMalloc(&result, sizeof *result);
  order_by_fences<<<2, 1>>>(result);
  cudaMemcpy(&count, result, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("by fences: %d\n", count);
  cudaFree(result);

  cuda::atomic<int> on_host(2);
  on_host += 3;
  std::printf("on the host: %d\n", on_host.load());
}
