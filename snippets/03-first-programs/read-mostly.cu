// Tangled from chapters/03-first-programs.md. Edit there. [sha1 77daeb2aa87a45980c779772e1d4b394a3b35b3a]
#include <algorithm>
#include <chrono>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"

// One thread per block reads one element of each page of 4 KiB.
__global__ void read_each_page(const int* table, int* sums) {
  if (threadIdx.x == 0) sums[blockIdx.x] += table[std::size_t{blockIdx.x} * 1024];
}

long read_each_page_on_host(const int* table, unsigned pages) {
  long sum = 0;
  for (unsigned page = 0; page < pages; ++page)
    sum += static_cast<const volatile int*>(table)[std::size_t{page} * 1024];
  return sum;
}

using Managed = weft::Owner<int*, cudaFree>;

Managed table_of(unsigned pages, bool read_mostly) {
  int device = 0;
  weft::check(cudaGetDevice(&device));
  const std::size_t count = std::size_t{pages} * 1024;
  Managed table;
  weft::check(cudaMallocManaged(table.out(), count * sizeof(int)));
  std::fill_n(static_cast<int*>(table), count, 3);
  if (read_mostly) {
    const cudaMemLocation here{cudaMemLocationTypeDevice, device};
    weft::check(cudaMemAdvise(table, count * sizeof(int), cudaMemAdviseSetReadMostly, here));
  }
  return table;
}

bool can_migrate() {
  int answer = 0;
  weft::check(cudaDeviceGetAttribute(&answer, cudaDevAttrConcurrentManagedAccess, 0));
  return answer == 1;
}

// Seconds in which the device reads all pages and then the host; the shortest of four, after a first one.
double seconds_to_read(const int* table, unsigned pages) {
  weft::Buffer<int> sums(std::vector<int>(pages, 0));
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    read_each_page<<<pages, 32>>>(table, sums.data());
    weft::check(cudaGetLastError());
    weft::check(cudaDeviceSynchronize());
    CHECK(read_each_page_on_host(table, pages) == 3L * pages);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (i > 0) best = std::min(best, took.count());
  }
  const std::vector<int> found = sums.to_host();
  CHECK(std::count(found.begin(), found.end(), 5 * 3) == pages);
  return best;
}

TEST_CASE("both sides read the same values, with the advice and without" * doctest::skip(!can_migrate())) {
  for (const bool read_mostly : {false, true}) CHECK(seconds_to_read(table_of(33, read_mostly), 33) > 0);
}

TEST_CASE("with the advice, reading in turns takes at most a tenth of the time" *
          doctest::skip(!weft::measuring() || !can_migrate())) {
  for (unsigned pages = 1024; pages <= 16 * 1024; pages *= 4) {
    const double migrating = seconds_to_read(table_of(pages, false), pages);
    const double read_mostly = seconds_to_read(table_of(pages, true), pages);
    CHECK(10 * read_mostly < migrating);
    weft::report({"no advice", 4096.0 * pages, "bytes", 1e3 * migrating, "ms"});
    weft::report({"read mostly", 4096.0 * pages, "bytes", 1e3 * read_mostly, "ms"});
  }
}
