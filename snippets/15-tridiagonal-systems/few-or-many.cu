// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 fe06cdebd43230e2cd8dedd8aa22ed61de33c035]
#include <bit>
#include <cstdio>
#include <utility>

#include <doctest/doctest.h>

#include "common/hybrid.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

using weft::Layout, weft::Systems;

// Each thread solves a system. `c_left` has room for as many numbers as x.
// The loads of `batch` rows come before the first of them is used.
template <class T, Layout layout, unsigned batch>
__global__ void thread_a_system(Systems<T> of, T* c_left) {
  const std::size_t s = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (s >= of.count) return;
  const auto at = [&](std::size_t i) { return weft::place(layout, s, i, of.count, of.n); };
  T c = 0, d = 0;
  for (std::size_t first = 0; first < of.n; first += batch) {
    weft::Row<T> rows[batch];
#pragma unroll
    for (unsigned k = 0; k < batch; ++k)
      if (const std::size_t i = first + k; i < of.n)
        rows[k] = {of.a[at(i)], of.b[at(i)], of.c[at(i)], of.d[at(i)]};
#pragma unroll
    for (unsigned k = 0; k < batch; ++k)
      if (const std::size_t i = first + k; i < of.n) {
        const T a = i == 0 ? T{0} : rows[k].a;
        const T r = 1 / (rows[k].b - a * c);
        c = i + 1 == of.n ? T{0} : rows[k].c * r;
        d = (rows[k].d - a * d) * r;
        c_left[at(i)] = c;
        of.x[at(i)] = d;
      }
  }
  T x = 0;
  for (std::size_t left = of.n; left > 0; left -= left < batch ? left : batch) {
    T cs[batch], ds[batch];
#pragma unroll
    for (unsigned k = 0; k < batch; ++k)
      if (k < left) cs[k] = c_left[at(left - 1 - k)], ds[k] = of.x[at(left - 1 - k)];
#pragma unroll
    for (unsigned k = 0; k < batch; ++k)
      if (k < left) of.x[at(left - 1 - k)] = x = ds[k] - cs[k] * x;
  }
}

using weft::Systems, weft::Tied;

// A block solves a system at a time. It needs n threads or more, and room for 3 n numbers.
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
      __syncthreads();  // all have read before anybody writes anew
    }
    if (i < n) of.x[s * n + i] = mine.d;
  }
}

using weft::Batch;

template <class T>
void by_threads(const Systems<T>& of, weft::Buffer<T>& room) {
  const auto blocks = static_cast<unsigned>((of.count + 127) / 128);
  thread_a_system<T, Layout::interleaved, 4><<<blocks, 128>>>(of, room.data());
  weft::check(cudaGetLastError());
}

template <class T>
void by_blocks(const Systems<T>& of) {
  const auto threads = static_cast<unsigned>((of.n + 31) / 32 * 32);
  const auto blocks = static_cast<unsigned>(std::min<std::size_t>(of.count, 1 << 16));
  block_a_system<<<blocks, threads, 3 * of.n * sizeof(T)>>>(of);
  weft::check(cudaGetLastError());
}

template <class T>
using Rows = weft::View<Tied<T>>;

template <class T>
__global__ void tie_rows(Systems<T> of, Rows<T> rows) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < of.n)
    rows[i] = weft::tied(i == 0 ? T{0} : of.a[i], of.b[i], i + 1 == of.n ? T{0} : of.c[i], of.d[i]);
}

template <class T>
__global__ void reduce_rows(Rows<T> from, Rows<T> to, std::size_t width) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < to.size())
    to[i] = weft::reduced(i >= width ? from[i - width] : Tied<T>{}, from[i],
                          i + width < from.size() ? from[i + width] : Tied<T>{});
}

template <class T>
__global__ void take_solution(Rows<T> rows, T* x) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < rows.size()) x[i] = rows[i].d;
}

// Solves one system of any length. Returns the number of steps.
template <class T>
int by_grid(const Systems<T>& of) {
  weft::Buffer<Tied<T>> now(of.n), then(of.n);
  const auto blocks = static_cast<unsigned>((of.n + 255) / 256);
  tie_rows<<<blocks, 256>>>(of, now.view());
  int steps = 0;
  for (std::size_t width = 1; width < of.n; width *= 2, ++steps) {
    reduce_rows<<<blocks, 256>>>(now.view(), then.view(), width);
    std::swap(now, then);
  }
  take_solution<<<blocks, 256>>>(now.view(), of.x);
  weft::check(cudaGetLastError());
  return steps;
}

TEST_CASE("three ways, one solution") {
  for (const std::size_t count : {1, 40}) {
    constexpr std::size_t n = 512;
    Batch<float> together(Layout::interleaved, count, n), apart(Layout::contiguous, count, n);
    weft::Buffer<float> room(count * n);
    by_threads(together.systems(), room);
    CHECK(together.error(count) < 1e-6);
    by_blocks(apart.systems());
    CHECK(apart.error(count) < 1e-6);
    apart.poison();
    weft::solve_hybrid(apart.systems());
    CHECK(apart.error(count) < 1e-6);
  }
}

TEST_CASE("a single system of any length, by the whole grid") {
  for (const std::size_t n : {1, 2, 33, 5000}) {
    Batch<float> one(Layout::contiguous, 1, n);
    CHECK(by_grid(one.systems()) == static_cast<int>(std::bit_width(n - 1)));
    CHECK(one.error(1) < 1e-6);
  }
  Batch<float> one(Layout::contiguous, 1, 5000);
  std::printf("5,000 unknowns take the whole grid %d steps\n", by_grid(one.systems()));
}

TEST_CASE("over the number of systems" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t n = 512;
  for (std::size_t count = 1; count <= std::size_t{1} << 17; count *= 2) {
    Batch<float> together(Layout::interleaved, count, n), apart(Layout::contiguous, count, n);
    weft::Buffer<float> room(count * n);
    const auto seconds = weft::side_by_side(
        15, [&] { by_threads(together.systems(), room); }, [&] { by_blocks(apart.systems()); },
        [&] { weft::solve_hybrid(apart.systems()); });
    CHECK(together.error() < 1e-6);
    CHECK(apart.error() < 1e-6);
    const char* const names[] = {"a thread a system", "a block a system: PCR", "a warp a system: hybrid"};
    for (std::size_t k = 0; k < seconds.size(); ++k)
      weft::report({names[k], 1.0 * count, "systems of 512", 1e-9 * count * n / seconds[k], "G unknowns/s"});
  }
}
