// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 45acc2f7f456ddcc4c301b4d412e5a0d6b9e9eea]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/cyclic-reduction.cuh"

using weft::Systems, weft::Tied;

// A block solves one system at a time. It needs n threads or more, and space for 3 n numbers.
template <class T>
__global__ void block_a_system(Systems<T> of) {
  extern __shared__ unsigned char room[];
  const unsigned n = static_cast<unsigned>(of.n), i = threadIdx.x;
  T* const a = reinterpret_cast<T*>(room);
  T *const c = a + n, *const d = c + n;
  for (std::size_t s = blockIdx.x; s < of.count; s += gridDim.x) {
    Tied<T> mine{};
    if (i < n) {
      const std::size_t at = s * n + i;
      mine = weft::tied(i == 0 ? T{0} : of.a[at], of.b[at], i + 1 == n ? T{0} : of.c[at], of.d[at]);
    }
    for (unsigned width = 1; width < n; width *= 2) {
      if (i < n) a[i] = mine.a, c[i] = mine.c, d[i] = mine.d;
      __syncthreads();
      if (i < n) {
        Tied<T> before{}, after{};
        if (i >= width) before = {a[i - width], c[i - width], d[i - width]};
        if (i + width < n) after = {a[i + width], c[i + width], d[i + width]};
        mine = weft::reduced(before, mine, after);
      }
      __syncthreads();  // all threads have read before any writes again
    }
    if (i < n) of.x[s * n + i] = mine.d;
  }
}

template <class T>
void solve_pcr(const Systems<T>& of, unsigned blocks) {
  const auto n = static_cast<unsigned>(of.n);
  block_a_system<<<blocks, (n + 31) / 32 * 32, 3 * n * sizeof(T)>>>(of);
  weft::check(cudaGetLastError());
}

TEST_CASE_TEMPLATE("any length up to 1,024, more and fewer systems than blocks", T, float, double) {
  for (const std::size_t n : {1, 2, 3, 31, 33, 64, 129, 1000, 1024})
    for (const std::size_t count : {1, 5}) {
      weft::Batch<T> systems(weft::Layout::contiguous, count, n);
      solve_pcr(systems.systems(), 3);
      CHECK(systems.error(count) < 8 * std::numeric_limits<T>::epsilon());
    }
}

TEST_CASE("each doubling of the length costs one more step per unknown") {
  std::puts("unknowns | steps | shared requests per 32 unknowns | conflicts");
  for (const std::size_t n : {64, 128, 256, 512, 1024}) {
    weft::Batch<float> systems(weft::Layout::contiguous, 2, n);
    const auto seen = loom::observe([&] { solve_pcr(systems.systems(), 2); });
    const auto requests = seen.shared_loads.requests + seen.shared_stores.requests;
    const double each = static_cast<double>(requests) / static_cast<double>(2 * n / 32);
    const double steps = std::log2(static_cast<double>(n));
    CHECK(each <= 9 * steps);
    CHECK(each > 6 * steps);  // warps at either end have no neighbour on one side
    CHECK(seen.shared_loads.conflicts <= seen.shared_loads.requests / 4);  // a GPU counts a few
    CHECK(seen.global_loads.sectors_per_request() == 4);
#ifdef __LOOM__
    std::printf("%.0f | %.0f | %.1f | %.0f\n", 1.0 * n, steps, each, 1.0 * seen.shared_loads.conflicts);
#endif
  }
}

template <unsigned lanes>
__global__ void lanes_a_system(Systems<float> of) {
  const std::size_t at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const unsigned i = threadIdx.x % lanes;
  const bool there = at < of.count * lanes;
  weft::Tied<float> mine{};  // a lane without a row has x = 0, and takes part
  if (there)
    mine = weft::tied(i == 0 ? 0.0f : of.a[at], of.b[at], i + 1 == lanes ? 0.0f : of.c[at], of.d[at]);
  const float x = weft::solve_in_warp<lanes>(mine);
  if (there) of.x[at] = x;
}

template <unsigned lanes>
void expect_solved_by_lanes(std::size_t count) {
  weft::Batch<float> systems(weft::Layout::contiguous, count, lanes);
  const auto blocks = static_cast<unsigned>((count * lanes + 127) / 128);
  const auto seen = loom::observe([&] { lanes_a_system<lanes><<<blocks, 128>>>(systems.systems()); });
  CHECK(systems.error(count) < 1e-6);
  CHECK(seen.shared_loads.requests + seen.shared_stores.requests == 0);
}

TEST_CASE("one, two, four or more systems per warp, without shared memory") {
  for (const std::size_t count : {1, 7, 64}) {
    expect_solved_by_lanes<2>(count), expect_solved_by_lanes<8>(count);
    expect_solved_by_lanes<16>(count), expect_solved_by_lanes<32>(count);
  }
}
