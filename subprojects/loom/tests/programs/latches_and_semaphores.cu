// cuda::latch and cuda::counting_semaphore: they order what they should, within a block and between blocks.
// prints: latch 2016, arrived together 64
// prints: guarded 256, at most 2 at once 1, too late 1
// prints: on the host 1 1 0
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/chrono>
#include <cuda/std/latch>
#include <cuda/std/semaphore>

#include <cstdio>
#include <new>

constexpr int threads = 64;

using Latch = cuda::latch<cuda::thread_scope_device>;
using Lock = cuda::binary_semaphore<cuda::thread_scope_device>;
using Room = cuda::counting_semaphore<cuda::thread_scope_device>;

// One block waits for what the other writes.
__global__ void wait_for_others(Latch* latch, Latch* all, int* numbers, int* report) {
  const int mine = static_cast<int>(threadIdx.x);
  if (blockIdx.x == 0) {
    numbers[mine] = mine;
    latch->count_down();
    all->arrive_and_wait();
    if (mine == 0) report[1] = all->try_wait() ? threads : 0;
  } else if (mine == 0) {
    latch->wait();
    int sum = 0;
    for (int i = 0; i < threads; ++i) sum += numbers[i];
    report[0] = sum;
  }
}

__global__ void take_turns(Lock* lock, int* counter, Room* room, int* inside, int* crowded) {
  lock->acquire();
  ++*counter;
  lock->release();
  room->acquire();
  if (atomicAdd(inside, 1) >= 2) *crowded = 1;
  atomicSub(inside, 1);
  room->release();
}

__global__ void come_too_late(Lock* closed, int* report) { *report = !closed->try_acquire() && !closed->try_acquire_for(cuda::std::chrono::microseconds(50)); }

template <class Type>
Type* shared(Type* (*make)(void*)) {
  void* memory;
  cudaMallocManaged(&memory, sizeof(Type));
  return make(memory);
}

int main() {
  Latch* const latch = shared<Latch>([](void* at) { return new (at) Latch(threads); });
  Latch* const all = shared<Latch>([](void* at) { return new (at) Latch(threads); });
  Lock* const lock = shared<Lock>([](void* at) { return new (at) Lock(1); });
  Lock* const closed = shared<Lock>([](void* at) { return new (at) Lock(0); });
  Room* const room = shared<Room>([](void* at) { return new (at) Room(2); });
  int *numbers, *report;
  cudaMallocManaged(&numbers, threads * sizeof(int));
  cudaMallocManaged(&report, 6 * sizeof(int));
  for (int i = 0; i < 6; ++i) report[i] = 0;
  wait_for_others<<<2, threads>>>(latch, all, numbers, report);
  cudaDeviceSynchronize();
  std::printf("latch %d, arrived together %d\n", report[0], report[1]);
  take_turns<<<4, threads>>>(lock, report + 2, room, report + 3, report + 4);
  cudaDeviceSynchronize();
  come_too_late<<<1, 1>>>(closed, report + 5);
  cudaDeviceSynchronize();
  std::printf("guarded %d, at most 2 at once %d, too late %d\n", report[2], !report[4], report[5]);
  cuda::std::latch of_host(1);
  of_host.arrive_and_wait();
  cuda::std::counting_semaphore<4> open(1);
  const bool first = open.try_acquire(), second = open.try_acquire();
  std::printf("on the host %d %d %d\n", of_host.try_wait(), first, second);
  for (void* memory : {static_cast<void*>(latch), static_cast<void*>(all), static_cast<void*>(lock), static_cast<void*>(closed),
                       static_cast<void*>(room), static_cast<void*>(numbers), static_cast<void*>(report)})
    cudaFree(memory);
}
