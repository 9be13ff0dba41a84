// The threads of a block that wait for a time to come wait for it together. One after another they would take a thousand times as long.
// prints: clock: together
// prints: clock64: together
// prints: globaltimer: together
#include <chrono>
#include <cstdio>

constexpr long long ticks = 5'000'000;   // some milliseconds, here and on a GPU

__global__ void wait_by_clock() {
  const clock_t first = clock();
  while (clock() - first < ticks) {
  }
}

__global__ void wait_by_clock64() {
  const long long first = clock64();
  while (clock64() - first < ticks) {
  }
}

__device__ unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__global__ void wait_by_globaltimer() {
  const unsigned long long first = nanoseconds();
  while (nanoseconds() - first < ticks) {
  }
}

void time(void (*kernel)(), const char* name) {
  const auto begin = std::chrono::steady_clock::now();
  kernel<<<1, 1024>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  const auto taken = std::chrono::steady_clock::now() - begin;
  std::printf("%s: %s\n", name, error == cudaSuccess && taken < std::chrono::seconds(1) ? "together" : "one after another");
}

int main() {
  time(wait_by_clock, "clock");
  time(wait_by_clock64, "clock64");
  time(wait_by_globaltimer, "globaltimer");
}
