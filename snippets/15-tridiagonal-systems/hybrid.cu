// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 14041e05733aedaf796d1815c71ca6267fd0d352]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/hybrid.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

using weft::Batch, weft::Layout;

TEST_CASE_TEMPLATE("every length, whether or not the systems come out even", T, float, double) {
  for (const std::size_t n : {64, 128, 256, 512, 1024})
    for (const std::size_t count : {1, 3, 9}) {
      Batch<T> systems(Layout::contiguous, count, n);
      weft::solve_hybrid(systems.systems());
      CHECK(systems.error(count) < 8 * std::numeric_limits<T>::epsilon());
    }
}

TEST_CASE("a system of NaN leaves its neighbours alone") {
  for (const std::size_t n : {64, 128, 256}) {
    constexpr std::size_t count = 6;
    Batch<float> systems(Layout::contiguous, count, n);
    weft::solve_hybrid(systems.systems());
    const std::vector<float> all = systems.x().to_host();
    std::vector<float> d = systems.d().to_host();
    for (std::size_t i = 0; i < count * n; ++i)
      if (i / n % 2 == 1) d[i] = std::numeric_limits<float>::quiet_NaN();
    systems.d().copy_from(d);
    weft::solve_hybrid(systems.systems());
    const std::vector<float> some = systems.x().to_host();
    for (std::size_t i = 0; i < count * n; ++i) {
      if (i / n % 2 == 0 && some[i] != all[i]) FAIL("system ", i / n, " has changed");
      if (i / n % 2 == 1 && !std::isnan(some[i])) FAIL("system ", i / n, " has not");
    }
  }
}

template <class T>
loom::Seen see(std::size_t n) {
  Batch<T> systems(Layout::contiguous, 16, n);
  return loom::observe([&] { weft::solve_hybrid(systems.systems()); });
}

template <class T>
void expect_once(std::size_t n) {
  const auto seen = see<T>(n);
  const std::size_t chunks = 16 * n * sizeof(T) / 16;
  CHECK(seen.global_loads.bytes == 4 * 16 * chunks);
  CHECK(seen.global_stores.bytes == 16 * chunks);
  CHECK(seen.global_loads.requests == 4 * chunks / 32);
  CHECK(seen.global_loads.sectors_per_request() == 16);
  CHECK(seen.global_stores.sectors_per_request() == 16);
  CHECK(seen.shared_loads.conflicts <= seen.shared_loads.requests / 4);  // a GPU counts a few
  CHECK(seen.shared_stores.conflicts <= seen.shared_stores.requests / 4);
}

TEST_CASE("every number is loaded once and stored once, in whole sectors, without conflicts") {
  for (const std::size_t n : {64, 128, 256, 512, 1024}) {
    expect_once<float>(n);
    expect_once<double>(n);
  }
  const auto seen = see<float>(1024);
  std::printf("16 systems of 1,024: %.0f loads of 16 sectors, %.0f stores of 16 sectors\n",
              1.0 * seen.global_loads.requests, 1.0 * seen.global_stores.requests);
}

#ifndef __LOOM__
template <class T, unsigned lanes, unsigned m>
std::size_t local_bytes() {
  cudaFuncAttributes found{};
  weft::check(cudaFuncGetAttributes(&found, weft::warp_a_system<T, lanes, m>));
  return found.localSizeBytes;
}

TEST_CASE("everything stays in registers") {
  CHECK(local_bytes<float, 16, 4>() == 0);
  CHECK(local_bytes<float, 32, 32>() == 0);
  CHECK(local_bytes<double, 32, 16>() == 0);
  CHECK(local_bytes<double, 32, 32>() == 0);
}
#endif

#if __has_include(<cusparse.h>)
#include <cusparse.h>

struct Sparse : weft::Owner<cusparseHandle_t, cusparseDestroy> {
  Sparse() { REQUIRE(cusparseCreate(out()) == CUSPARSE_STATUS_SUCCESS); }
};

// One name for both precisions.
struct Library {
  cusparseHandle_t handle;
  static constexpr auto size_float = cusparseSgtsv2StridedBatch_bufferSizeExt;
  static constexpr auto size_double = cusparseDgtsv2StridedBatch_bufferSizeExt;
  std::size_t room(int n, float* a, float* b, float* c, float* x, int count) const {
    std::size_t bytes = 0;
    REQUIRE(size_float(handle, n, a, b, c, x, count, n, &bytes) == CUSPARSE_STATUS_SUCCESS);
    return bytes;
  }
  std::size_t room(int n, double* a, double* b, double* c, double* x, int count) const {
    std::size_t bytes = 0;
    REQUIRE(size_double(handle, n, a, b, c, x, count, n, &bytes) == CUSPARSE_STATUS_SUCCESS);
    return bytes;
  }
  void solve(int n, float* a, float* b, float* c, float* x, int count, void* room) const {
    cusparseSgtsv2StridedBatch(handle, n, a, b, c, x, count, n, room);
  }
  void solve(int n, double* a, double* b, double* c, double* x, int count, void* room) const {
    cusparseDgtsv2StridedBatch(handle, n, a, b, c, x, count, n, room);
  }
};

template <class T>
void race(const char* ours, const char* library) {
  Sparse sparse;
  const Library cusparse{sparse};
  for (int n = 64; n <= 1024; n *= 2) {
    const int count = (1 << 26) / n;
    const std::size_t all = std::size_t{1} << 26;
    Batch<T> systems(Layout::contiguous, count, n), theirs(Layout::contiguous, count, n, T{0});
    T *const a = theirs.a().data(), *const b = theirs.b().data(), *const c = theirs.c().data(),
      *const x = theirs.x().data();
    weft::Buffer<char> room(cusparse.room(n, a, b, c, x, count));
    weft::check(cudaMemcpy(x, theirs.d().data(), all * sizeof(T), cudaMemcpyDeviceToDevice));
    cusparse.solve(n, a, b, c, x, count, room.data());
    CHECK(theirs.error() < 1e-5);
    const auto seconds = weft::side_by_side(
        15, [&] { weft::solve_hybrid(systems.systems()); },
        [&] { cusparse.solve(n, a, b, c, x, count, room.data()); },
        [&] {  // what memory allows: four arrays in, one out, is five halves of a copy of one
          for (const auto* from : {&systems.a(), &systems.b()})
            cudaMemcpyAsync(x, from->data(), all * sizeof(T), cudaMemcpyDeviceToDevice);
          cudaMemcpyAsync(x, systems.c().data(), all * sizeof(T) / 2, cudaMemcpyDeviceToDevice);
        });
    CHECK(systems.error() < 8 * std::numeric_limits<T>::epsilon());
    const auto report = [&](const char* name, double time) {
      weft::report({name, 1.0 * n, "unknowns in a system", 1e-9 * all / time, "G unknowns/s"});
    };
    report(ours, seconds[0]);
    report(library, seconds[1]);
    if (sizeof(T) == sizeof(float)) report("copy of as many bytes, float", seconds[2]);
  }
}

TEST_CASE("the hybrid, beside the library" * doctest::skip(!weft::measuring())) {
  race<float>("hybrid, float", "cuSPARSE, float");
  race<double>("hybrid, double", "cuSPARSE, double");
}
#endif
