// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 93c352bb9eaafecefc6c43b17c12a4bf0e78718a]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/cyclic-reduction.cuh"

using weft::Systems, weft::Tied;

// The index of row i in shared memory. With padding, every 32 words are followed by an unused one.
template <bool padded>
__host__ __device__ constexpr unsigned kept(unsigned i) {
  return padded ? i + i / 32 : i;
}

// A block solves one system at a time by cyclic reduction. It needs (n + 1) / 2 threads or more.
template <class T, bool padded>
__global__ void cyclic(Systems<T> of) {
  extern __shared__ unsigned char room[];
  const unsigned n = static_cast<unsigned>(of.n), me = threadIdx.x;
  T* const a = reinterpret_cast<T*>(room);
  T *const c = a + kept<padded>(n), *const d = c + kept<padded>(n);  // finally x
  const auto row = [&](unsigned i) {
    const unsigned k = kept<padded>(i);
    return i < n ? Tied<T>{a[k], c[k], d[k]} : Tied<T>{};
  };
  const auto put = [&](unsigned i, Tied<T> row) {
    const unsigned k = kept<padded>(i);
    a[k] = row.a, c[k] = row.c, d[k] = row.d;
  };
  for (std::size_t s = blockIdx.x; s < of.count; s += gridDim.x) {
    for (unsigned i = me; i < n; i += blockDim.x) {
      const std::size_t at = s * n + i;
      put(i, weft::tied(i == 0 ? T{0} : of.a[at], of.b[at], i + 1 == n ? T{0} : of.c[at], of.d[at]));
    }
    __syncthreads();
    unsigned width = 1;
    for (; 2 * width <= n; width *= 2) {
      const unsigned i = 2 * width * (me + 1) - 1;
      if (i < n) put(i, weft::reduced(row(i - width), row(i), row(i + width)));
      __syncthreads();
    }
    for (; width > 0; width /= 2) {
      const unsigned i = 2 * width * me + width - 1;
      if (i < n) {
        const T before = i >= width ? d[kept<padded>(i - width)] : T{0};
        const T after = i + width < n ? d[kept<padded>(i + width)] : T{0};
        const Tied<T> mine = row(i);
        d[kept<padded>(i)] = mine.d - mine.a * before - mine.c * after;
      }
      __syncthreads();
    }
    for (unsigned i = me; i < n; i += blockDim.x) of.x[s * n + i] = d[kept<padded>(i)];
    __syncthreads();  // before the next system overwrites the rows
  }
}

template <class T, bool padded>
void solve_cyclic(const Systems<T>& of, unsigned blocks) {
  const auto n = static_cast<unsigned>(of.n);
  cyclic<T, padded><<<blocks, (n + 63) / 64 * 32, 3 * kept<padded>(n) * sizeof(T)>>>(of);
  weft::check(cudaGetLastError());
}

TEST_CASE_TEMPLATE("any length up to 1,024, more and fewer systems than blocks", T, float, double) {
  for (const std::size_t n : {1, 2, 3, 31, 33, 64, 129, 1000, 1024})
    for (const std::size_t count : {1, 5}) {
      weft::Batch<T> systems(weft::Layout::contiguous, count, n);
      solve_cyclic<T, false>(systems.systems(), 3);
      CHECK(systems.error(count) < 8 * std::numeric_limits<T>::epsilon());
      systems.poison();
      solve_cyclic<T, true>(systems.systems(), 3);
      CHECK(systems.error(count) < 8 * std::numeric_limits<T>::epsilon());
    }
}

template <bool padded>
loom::SharedAccesses see(std::size_t n) {
  weft::Batch<float> systems(weft::Layout::contiguous, 1, n);
  const auto seen = loom::observe([&] { solve_cyclic<float, padded>(systems.systems(), 1); });
  const auto &loads = seen.shared_loads, &stores = seen.shared_stores;
  return {loads.requests + stores.requests, loads.wavefronts + stores.wavefronts,
          loads.conflicts + stores.conflicts};
}

TEST_CASE("strides that are powers of two cause bank conflicts, unless the rows are padded") {
  std::puts("unknowns | steps | shared requests per 32 unknowns | wavefronts | padded");
  for (const std::size_t n : {64, 128, 256, 512, 1024}) {
    const auto plain = see<false>(n), padded = see<true>(n);
    CHECK(plain.conflicts > plain.requests / 2);
    CHECK(padded.conflicts <= padded.requests / 4);  // a GPU counts a few
#ifdef __LOOM__
    std::size_t counted = 4 * n / 32;  // a row loaded, its unknown stored
    for (std::size_t width = 1, rows = n / 2; rows > 0; width *= 2, rows /= 2) {
      const std::size_t lanes = std::min<std::size_t>(rows, 32), most = 2 * width * lanes / 32;
      counted += (12 + 6) * (rows / lanes) * std::min(lanes, most);  // reduction and substitution
    }
    CHECK(plain.wavefronts == doctest::Approx(counted).epsilon(0.03));
    const auto each = [n](std::uint64_t count) { return 32.0 * count / n; };
    std::printf("%zu | %.0f | %.1f | %.1f | %.1f\n", n, 2 * std::log2(n) + 1, each(plain.requests),
                each(plain.wavefronts), each(padded.wavefronts));
#endif
  }
}
