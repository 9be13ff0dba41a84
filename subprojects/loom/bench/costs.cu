// What loom's device costs: nanoseconds of processor time for an access, a barrier, an atomic, a launch. Medians of three runs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <cuda_runtime.h>

#include "multiply.cuh"

__global__ void meet(int times) {
  for (int i = 0; i < times; ++i) __syncthreads();
}

__global__ void count(int times, int* counter) {
  for (int i = 0; i < times; ++i) atomicAdd(counter, 1);
}

__global__ void nothing() {}

// Nanoseconds of processor time, of all OS threads together, for one of `units`.
template <class Launch>
double cost(double units, Launch launch) {
  std::vector<double> runs;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t before = std::clock();
    launch();
    check(cudaDeviceSynchronize());
    runs.push_back(static_cast<double>(std::clock() - before) * (1e9 / CLOCKS_PER_SEC));
  }
  std::sort(runs.begin(), runs.end());
  return runs[runs.size() / 2] / units;
}

int main() {
  Multiplication multiplication;
  int* counter;
  check(cudaMalloc(&counter, sizeof *counter));
  check(cudaMemset(counter, 0, sizeof *counter));

  const double access = cost(Multiplication::accesses, [&] { multiplication.launch(); });
  const double barrier = cost(4 * 256 * 1000.0, [&] { meet<<<4, 256>>>(1000); });
  const double atomic = cost(4 * 256 * 100.0, [&] { count<<<4, 256>>>(100, counter); });
  const double thread = cost(4096 * 256.0, [&] { nothing<<<4096, 256>>>(); });
  const double launch = cost(1000, [&] { for (int i = 0; i < 1000; ++i) nothing<<<1, 32>>>(); });

  multiplication.verify();
  check(cudaFree(counter));
  std::printf("%f an access of a 256x256x256 multiplication in tiles\n", access);
  std::printf("%f a barrier, for each thread\n", barrier);
  std::printf("%f an atomicAdd\n", atomic);
  std::printf("%f a thread that does nothing\n", thread);
  std::printf("%f a launch of 32 threads that do nothing\n", launch);
}
