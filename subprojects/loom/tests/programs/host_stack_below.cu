// A thread of the host, whose stack may lie anywhere: below those of the device's threads, too.
// prints: 1 2
#include <cstdio>

#include <pthread.h>
#include <sys/mman.h>

__global__ void add_one(int* counter) { *counter += 1; }

__attribute__((noinline)) void launch(int* counter) { add_one<<<1, 1>>>(counter); }

void* work(void*) {
  int* counter;
  cudaMallocManaged(&counter, sizeof(int));
  *counter = 0;
  launch(counter);
  cudaDeviceSynchronize();
  const int first = *counter;
  launch(counter);
  launch(counter);                   // while the one before is pending, the host's accesses are looked at
  cudaDeviceSynchronize();
  std::printf("%d %d\n", first, *counter - first);
  cudaFree(counter);
  return nullptr;
}

int main() {
  const std::size_t bytes = 1 << 20;
  void* const low = reinterpret_cast<void*>(std::size_t{1} << 30);
  void* const stack = mmap(low, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, bytes);
  pthread_t thread;
  pthread_create(&thread, &attributes, work, nullptr);
  pthread_join(thread, nullptr);
}
