// Tangled from chapters/03-first-programs.md. Edit there. [sha1 4d2cdae1b9a0cdae6af62a159511c61ce62a808f]
#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "common/check.cuh"
#include "common/measure.cuh"
#include "common/owner.cuh"
#include "common/timer.cuh"

using Managed = weft::Owner<int*, cudaFree>;

Managed managed_memory(std::size_t count) {
  Managed memory;
  weft::check(cudaMallocManaged(memory.out(), count * sizeof(int)));
  return memory;
}

void prefetch_to_device(const int* managed, std::size_t bytes) {
  int device = 0;
  weft::check(cudaGetDevice(&device));
  const cudaMemLocation destination{cudaMemLocationTypeDevice, device};
  weft::check(cudaMemPrefetchAsync(managed, bytes, destination, 0, nullptr));
}

void prefetch_to_host(const int* managed, std::size_t bytes) {
  const cudaMemLocation destination{cudaMemLocationTypeHost, 0};
  weft::check(cudaMemPrefetchAsync(managed, bytes, destination, 0, nullptr));
}

__global__ void increment(int* values, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) ++values[i];
}

void increment_all(int* values, std::size_t count) {
  increment<<<static_cast<unsigned>((count + 255) / 256), 256>>>(values, count);
  weft::check(cudaGetLastError());
}

// Where pages can migrate while kernels run, and so where there is something to prefetch.
bool can_prefetch() {
  int answer = 0;
  weft::check(cudaDeviceGetAttribute(&answer, cudaDevAttrConcurrentManagedAccess, 0));
  return answer == 1;
}

TEST_CASE("prefetched or not, the kernel increments every element" * doctest::skip(!can_prefetch())) {
  constexpr std::size_t count = 5001, bytes = count * sizeof(int);
  const Managed memory = managed_memory(count);
  int* const values = memory;
  std::fill_n(values, count, 1);
  increment_all(values, count);
  weft::check(cudaDeviceSynchronize());
  prefetch_to_device(values, bytes);
  increment_all(values, count);
  prefetch_to_host(values, bytes);
  weft::check(cudaDeviceSynchronize());
  CHECK(std::count(values, values + count, 3) == count);
#ifndef __LOOM__  // loom has only one memory for both sides
  int location = 0;
  weft::check(cudaMemRangeGetAttribute(&location, sizeof location, cudaMemRangeAttributeLastPrefetchLocation,
                                       values, bytes));
  CHECK(location == cudaCpuDeviceId);
#endif
}

// The shortest of five times, each after the host has filled the array and so has all its pages.
double seconds_to_increment(int* values, std::size_t count, bool prefetched) {
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    std::fill_n(values, count, i);
    weft::Timer timer;
    if (prefetched) prefetch_to_device(values, count * sizeof(int));
    increment_all(values, count);
    best = std::min(best, timer.seconds());
  }
  return best;
}

TEST_CASE("with a prefetch, at least a third of the time is saved" *
          doctest::skip(!weft::measuring() || !can_prefetch())) {
  for (std::size_t bytes = std::size_t{1} << 20; bytes <= std::size_t{256} << 20; bytes *= 4) {
    const std::size_t count = bytes / sizeof(int);
    const Managed values = managed_memory(count);
    const double on_demand = seconds_to_increment(values, count, false);
    const double prefetched = seconds_to_increment(values, count, true);
    CHECK(1.5 * prefetched < on_demand);
    weft::report({"on demand", 1.0 * bytes, "bytes", 1e3 * on_demand, "ms"});
    weft::report({"prefetched", 1.0 * bytes, "bytes", 1e3 * prefetched, "ms"});
  }
}
