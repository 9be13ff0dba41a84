// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 30fdab09e6105421f48df0d47f5ecaa6877f27aa]
#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/tridiagonal.cuh"

using weft::Layout, weft::Systems;

// Each thread solves one system. `c_left` is as long as x.
// In the source, the loads of `batch` rows come before the first of them is used.
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

template <class T, Layout layout, unsigned batch = 1>
void solve(weft::Batch<T>& batch_of, weft::Buffer<T>& c_left) {
  const Systems<T> of = batch_of.systems();
  const auto blocks = static_cast<unsigned>((of.count + 127) / 128);
  thread_a_system<T, layout, batch><<<blocks, 128>>>(of, c_left.data());
  weft::check(cudaGetLastError());
}

template <Layout layout>
void expect_sectors(double sectors) {
  weft::Batch<float> systems(layout, 64, 32);
  weft::Buffer<float> room(64 * 32);
  const auto seen = loom::observe([&] { solve<float, layout>(systems, room); });
  CHECK(seen.global_loads.sectors_per_request() == sectors);
  CHECK(seen.global_stores.sectors_per_request() == sectors);
  CHECK(seen.global_stores.requests == 2 * 32 * 3);  // c', d', x, of 2 warps and 32 rows
#ifdef __LOOM__
  CHECK(seen.global_loads.bytes + seen.global_stores.bytes == 36 * 64 * 32);
#endif
}

TEST_CASE("a request accesses 32 sectors in the contiguous layout, 4 in the interleaved one") {
  expect_sectors<Layout::contiguous>(32);
  expect_sectors<Layout::interleaved>(4);
}

TEST_CASE("every length and count, in both layouts, with and without batched loads") {
  for (const std::size_t n : {1, 2, 5, 37})
    for (const std::size_t count : {1, 33, 200}) {
      weft::Buffer<float> room(count * n);
      weft::Batch<float> apart(Layout::contiguous, count, n), together(Layout::interleaved, count, n);
      solve<float, Layout::contiguous>(apart, room);
      CHECK(apart.error(count) < 1e-6);
      solve<float, Layout::interleaved>(together, room);
      CHECK(together.error(count) < 1e-6);
      together.poison();
      solve<float, Layout::interleaved, 8>(together, room);
      CHECK(together.error(count) < 1e-6);
    }
}

// Without cuSPARSE, an empty function takes its part in a race.
struct Absent {
  static constexpr bool there = false;
  explicit Absent(const auto&) {}
  void operator()(auto...) {}
};

#if !defined(__LOOM__) && __has_include(<cusparse.h>)
#define WITH_CUSPARSE
#include <cusparse.h>

struct Sparse : weft::Owner<cusparseHandle_t, cusparseDestroy> {
  static constexpr bool there = true;
  Sparse() { REQUIRE(cusparseCreate(out()) == CUSPARSE_STATUS_SUCCESS); }
  weft::Buffer<char> room{0};
};
#endif

#ifdef WITH_CUSPARSE
// It reads the right-hand sides from x, and overwrites all of its input.
struct Rival : Sparse {
  explicit Rival(weft::Batch<float>& batch)
      : of(batch), n(static_cast<int>(of.n)), count(static_cast<int>(of.count)) {
    for (const int algorithm : {0, 1, 2}) {
      std::size_t bytes = 0;
      REQUIRE(cusparseSgtsvInterleavedBatch_bufferSizeExt(
                  *this, algorithm, n, of.a.data(), of.b.data(), of.c.data(), of.x.data(), count,
                  &bytes) == CUSPARSE_STATUS_SUCCESS);
      if (bytes > room.size()) room = weft::Buffer<char>(bytes);
    }
  }
  void operator()(int algorithm) {
    cusparseSgtsvInterleavedBatch(*this, algorithm, n, of.a.data(), of.b.data(), of.c.data(),
                                  of.x.data(), count, room.data());
  }
  weft::Batch<float>& of;
  int n, count;
};
#else
using Rival = Absent;
#endif

TEST_CASE("Thomas compared with cuSPARSE" * doctest::skip(!weft::measuring())) {
  for (std::size_t n = 64; n <= 1024; n *= 4) {
    const std::size_t all = std::size_t{1} << 26, count = all / n;
    weft::Batch<float> apart(Layout::contiguous, count, n), together(Layout::interleaved, count, n),
        theirs(Layout::interleaved, count, n, 0.0f);  // it requires zeros beyond the matrix
    weft::Buffer<float> room(all);
    Rival rival(theirs);
    const auto renew = [&] {
      weft::write_examples<<<all / 256, 256>>>(theirs.layout, theirs.a.data(), theirs.b.data(),
                                               theirs.c.data(), theirs.x.data(), count, n, 0.0f);
    };
    for (int algorithm = 0; Rival::there && algorithm < 3; ++algorithm) {
      renew(), rival(algorithm);
      CHECK(theirs.error() < 1e-5);
    }
    const auto seconds = weft::side_by_side(
        15, renew, [&] { rival(0); }, renew, [&] { rival(1); }, renew, [&] { rival(2); },
        [&] { solve<float, Layout::contiguous>(apart, room); },
        [&] { solve<float, Layout::interleaved>(together, room); },
        [&] { solve<float, Layout::interleaved, 8>(together, room); });
    CHECK(apart.error() < 1e-6);
    CHECK(together.error() < 1e-6);
    const char* const names[] = {"", "cuSPARSE, Thomas", "", "cuSPARSE, LU", "", "cuSPARSE, QR",
                                 "contiguous", "interleaved", "batches of 8"};
    for (std::size_t k = Rival::there ? 1 : 6; k < seconds.size(); k += k < 5 ? 2 : 1)
      weft::report({names[k], 1.0 * n, "unknowns per system", 1e-9 * all / seconds[k], "G unknowns/s"});
  }
}
