// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 05624b03ab5846a8f9ed042f4b22d52d29a8698f]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/hybrid.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

using weft::Batch, weft::Layout;

TEST_CASE_TEMPLATE("every length, with and without a partly filled last block", T, float, double) {
  for (const std::size_t n : {64, 128, 256, 512, 1024})
    for (const std::size_t count : {1, 3, 9}) {
      Batch<T> systems(Layout::contiguous, count, n);
      weft::solve_hybrid(systems.systems());
      CHECK(systems.error(count) < 8 * std::numeric_limits<T>::epsilon());
    }
}

TEST_CASE("a system of NaN does not affect its neighbours") {
  for (const std::size_t n : {64, 128, 256}) {
    Batch<float> systems(Layout::contiguous, 6, n);
    weft::solve_hybrid(systems.systems());
    const std::vector<float> before = systems.x.to_host();
    std::vector<float> d = systems.d.to_host();
    for (std::size_t i = 0; i < d.size(); ++i)
      if (i / n % 2 == 1) d[i] = std::numeric_limits<float>::quiet_NaN();
    systems.d.copy_from(d);
    weft::solve_hybrid(systems.systems());
    const std::vector<float> x = systems.x.to_host();
    for (std::size_t i = 0; i < d.size(); ++i)
      if (i / n % 2 == 1 ? !std::isnan(x[i]) : x[i] != before[i]) FAIL("system ", i / n);
  }
}

template <class T>
loom::Seen see(std::size_t n) {
  Batch<T> systems(Layout::contiguous, 16, n);
  const auto seen = loom::observe([&] { weft::solve_hybrid(systems.systems()); });
  const std::size_t chunks = 16 * n * sizeof(T) / 16;
  CHECK(seen.global_loads.bytes == 4 * 16 * chunks);
  CHECK(seen.global_stores.bytes == 16 * chunks);
  CHECK(seen.global_loads.requests == 4 * chunks / 32);
  CHECK(seen.global_loads.sectors_per_request() == 16);
  CHECK(seen.global_stores.sectors_per_request() == 16);
  CHECK(seen.shared_loads.conflicts <= seen.shared_loads.requests / 4);  // a GPU counts a few
  CHECK(seen.shared_stores.conflicts <= seen.shared_stores.requests / 4);
#ifdef __LOOM__
  CHECK(seen.shared_loads.wavefronts + seen.shared_stores.wavefronts == 10 * 16 * n / 32 * sizeof(T) / 4);
#endif
  return seen;
}

TEST_CASE("every number is loaded once and stored once, in whole sectors, without conflicts") {
  for (const std::size_t n : {64, 128, 256, 512}) see<float>(n), see<double>(n);
  see<double>(1024);
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
  CHECK(local_bytes<float, 32, 32>() == 0);
  CHECK(local_bytes<double, 32, 32>() == 0);
}
#endif

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
constexpr auto size_of(float) { return cusparseSgtsv2StridedBatch_bufferSizeExt; }
constexpr auto size_of(double) { return cusparseDgtsv2StridedBatch_bufferSizeExt; }
constexpr auto solver_of(float) { return cusparseSgtsv2StridedBatch; }
constexpr auto solver_of(double) { return cusparseDgtsv2StridedBatch; }

// It solves the systems in place.
template <class T>
struct Rival : Sparse {
  explicit Rival(Batch<T>& batch) : of(batch.systems()) {
    weft::check(cudaMemcpy(of.x, of.d, of.count * of.n * sizeof(T), cudaMemcpyDeviceToDevice));
    std::size_t bytes = 0;
    REQUIRE(size_of(T{})(*this, static_cast<int>(of.n), of.a, of.b, of.c, of.x,
                         static_cast<int>(of.count), static_cast<int>(of.n),
                         &bytes) == CUSPARSE_STATUS_SUCCESS);
    room = weft::Buffer<char>(bytes);
  }
  void operator()() {
    solver_of(T{})(*this, static_cast<int>(of.n), of.a, of.b, of.c, of.x,
                   static_cast<int>(of.count), static_cast<int>(of.n), room.data());
  }
  weft::Systems<T> of;
};
#else
template <class>
using Rival = Absent;
#endif

template <class T>
void race(const char* ours, const char* library) {
  for (std::size_t n = 64; n <= 1024; n *= 2) {
    const std::size_t all = std::size_t{1} << 26, count = all / n;
    Batch<T> systems(Layout::contiguous, count, n), theirs(Layout::contiguous, count, n, T{0});
    Rival<T> rival(theirs);
    rival();
    if (Rival<T>::there) CHECK(theirs.error() < 1e-5);
    T* const x = theirs.x.data();
    const auto seconds = weft::side_by_side(
        15, [&] { weft::solve_hybrid(systems.systems()); }, [&] { rival(); },
        [&] {  // the bound: reading four arrays and writing one is 5/2 of copying one
          for (const auto* from : {&systems.a, &systems.b})
            cudaMemcpyAsync(x, from->data(), all * sizeof(T), cudaMemcpyDeviceToDevice);
          cudaMemcpyAsync(x, systems.c.data(), all * sizeof(T) / 2, cudaMemcpyDeviceToDevice);
        });
    CHECK(systems.error() < 8 * std::numeric_limits<T>::epsilon());
    const auto report = [&](const char* name, double time) {
      weft::report({name, 1.0 * n, "unknowns per system", 1e-9 * all / time, "G unknowns/s"});
    };
    report(ours, seconds[0]);
    if (Rival<T>::there) report(library, seconds[1]);
    if (sizeof(T) == sizeof(float)) report("copy of as many bytes, float", seconds[2]);
  }
}

TEST_CASE("the hybrid compared with cuSPARSE" * doctest::skip(!weft::measuring())) {
  race<float>("hybrid, float", "cuSPARSE, float");
  race<double>("hybrid, double", "cuSPARSE, double");
}
