// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 ea901d31ee01beaf5cf7df2517cc20c4483dea29]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/tridiagonal.cuh"

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

template <class T, Layout layout, unsigned batch = 1>
void solve(weft::Batch<T>& batch_of, weft::Buffer<T>& c_left) {
  const Systems<T> of = batch_of.systems();
  const auto blocks = static_cast<unsigned>((of.count + 127) / 128);
  thread_a_system<T, layout, batch><<<blocks, 128>>>(of, c_left.data());
  weft::check(cudaGetLastError());
}

TEST_CASE("every length and count, in both layouts, with and without batches") {
  for (const std::size_t n : {1, 2, 5, 37})
    for (const std::size_t count : {1, 33, 200}) {
      weft::Buffer<float> room(count * n);
      weft::Batch<float> apart(Layout::contiguous, count, n), together(Layout::interleaved, count, n);
      solve<float, Layout::contiguous>(apart, room);
      CHECK(apart.error(count) < 1e-6);
      solve<float, Layout::interleaved>(together, room);
      CHECK(together.error(count) < 1e-6);
      together.poison();
      solve<float, Layout::interleaved, 4>(together, room);
      CHECK(together.error(count) < 1e-6);
    }
  weft::Batch<double> exact(Layout::interleaved, 70, 50);
  weft::Buffer<double> room(70 * 50);
  solve<double, Layout::interleaved, 4>(exact, room);
  CHECK(exact.error(70) < 2e-15);
}

template <Layout layout, unsigned batch>
loom::Seen see() {
  weft::Batch<float> systems(layout, 64, 32);
  weft::Buffer<float> room(64 * 32);
  return loom::observe([&] { solve<float, layout, batch>(systems, room); });
}

TEST_CASE("a request touches 32 sectors in one layout and 4 in the other") {
  const auto apart = see<Layout::contiguous, 1>(), together = see<Layout::interleaved, 1>(),
             batches = see<Layout::interleaved, 4>();
  CHECK(apart.global_loads.sectors_per_request() == 32);
  CHECK(apart.global_stores.sectors_per_request() == 32);
  CHECK(together.global_loads.sectors_per_request() == 4);
  CHECK(together.global_stores.sectors_per_request() == 4);
  constexpr std::size_t loads = 64 / 32 * 32 * 6;  // 2 warps, 32 rows: a, b, c, d, c', d'
  for (const auto& seen : {apart, together, batches}) {
    CHECK(seen.global_loads.requests <= loads);
    CHECK(seen.global_loads.requests >= loads - 2 * 2);  // a compiler may leave out a(0) and c(n-1)
  }
  CHECK(together.global_stores.requests == 64 / 32 * 32 * 3);  // c', d', x
  std::puts("layout | loads, requests | sectors each | stores, requests | sectors each");
  const auto row = [](const char* name, const loom::Seen& seen) {
    std::printf("%s | %.0f | %.0f | %.0f | %.0f\n", name, 1.0 * seen.global_loads.requests,
                seen.global_loads.sectors_per_request(), 1.0 * seen.global_stores.requests,
                seen.global_stores.sectors_per_request());
  };
  row("contiguous", apart);
  row("interleaved", together);
  row("interleaved, batches of 4", batches);
}

#if __has_include(<cusparse.h>)
#include <cusparse.h>

struct Sparse : weft::Owner<cusparseHandle_t, cusparseDestroy> {
  Sparse() { REQUIRE(cusparseCreate(out()) == CUSPARSE_STATUS_SUCCESS); }
};

TEST_CASE("Thomas, beside the library" * doctest::skip(!weft::measuring())) {
  Sparse sparse;
  for (int n = 64; n <= 1024; n *= 2) {
    const int count = (1 << 26) / n;
    const std::size_t all = std::size_t{1} << 26;
    weft::Batch<float> apart(Layout::contiguous, count, n), together(Layout::interleaved, count, n),
        theirs(Layout::interleaved, count, n, 0.0f);  // it wants zeros beyond the matrix
    weft::Buffer<float> room(all);
    float *const a = theirs.a().data(), *const b = theirs.b().data(), *const c = theirs.c().data(),
                 *const x = theirs.systems().x;
    std::size_t bytes = 0;
    REQUIRE(cusparseSgtsvInterleavedBatch_bufferSizeExt(sparse, 0, n, a, b, c, x, count, &bytes) ==
            CUSPARSE_STATUS_SUCCESS);
    weft::Buffer<char> workspace(bytes);
    const auto library = [&] {
      cusparseSgtsvInterleavedBatch(sparse, 0, n, a, b, c, x, count, workspace.data());
    };
    weft::check(cudaMemcpy(x, theirs.d().data(), all * sizeof(float), cudaMemcpyDeviceToDevice));
    library();
    CHECK(theirs.error() < 1e-5);
    const auto seconds = weft::side_by_side(
        15, [&] { solve<float, Layout::contiguous>(apart, room); },
        [&] { solve<float, Layout::interleaved>(together, room); },
        [&] { solve<float, Layout::interleaved, 4>(together, room); },
        [&] { solve<float, Layout::interleaved, 8>(together, room); }, library);
    CHECK(apart.error() < 1e-6);
    CHECK(together.error() < 1e-6);
    const char* const names[] = {"contiguous", "interleaved", "batches of 4", "batches of 8",
                                 "cuSPARSE, Thomas"};
    for (std::size_t k = 0; k < seconds.size(); ++k)
      weft::report({names[k], 1.0 * n, "unknowns in a system", 1e-9 * all / seconds[k], "G unknowns/s"});
  }
}
#endif
