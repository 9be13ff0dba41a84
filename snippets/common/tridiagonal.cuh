// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 335a6e34beb57ee53f5e3337dde3ff4a8dbd6420]
// Many tridiagonal systems of the same length, and how the host solves one of them.
#pragma once

#include "common/buffer.cuh"

#include <cmath>
#include <cstdint>
#include <limits>

namespace weft {

// A view of systems that it does not own: a x(i-1) + b x(i) + c x(i+1) = d.
template <class T>
struct Systems {
  const T *a, *b, *c, *d;
  T* x;
  std::size_t count;  // of systems
  std::size_t n;      // unknowns in each
};

// Solves a system on the host. a[0] and c[n - 1] belong to no equation, and are not used.
template <class T>
std::vector<T> thomas(std::span<const T> a, std::span<const T> b, std::span<const T> c,
                      std::span<const T> d) {
  const std::size_t n = b.size();
  std::vector<T> c_left(n), x(n);
  for (std::size_t i = 0; i < n; ++i) {
    const T r = 1 / (i == 0 ? b[0] : b[i] - a[i] * c_left[i - 1]);
    c_left[i] = i + 1 < n ? c[i] * r : 0;
    x[i] = (i == 0 ? d[0] : d[i] - a[i] * x[i - 1]) * r;  // x holds d' during the pass down
  }
  for (std::size_t i = n; i-- > 1;) x[i - 1] -= c_left[i - 1] * x[i];
  return x;
}

// A number in [-1, 1) that looks random: a function of `seed` only.
__host__ __device__ inline double scrambled(std::uint64_t seed) {
  seed = (seed + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  seed = (seed ^ seed >> 27) * 0x94d049bb133111ebu;
  return static_cast<double>((seed ^ seed >> 31) >> 40) * 0x1p-23 - 1;
}

template <class T>
struct Row {
  T a, b, c, d;
};

// Row i of example system s, of n rows. Coefficients that belong to no equation are `none`.
template <class T>
__host__ __device__ Row<T> example_row(std::size_t s, std::size_t i, std::size_t n, T none) {
  const std::uint64_t seed = 4 * (s * n + i);
  const T a = static_cast<T>(scrambled(seed)), c = static_cast<T>(scrambled(seed + 1));
  return {i == 0 ? none : a, std::abs(a) + std::abs(c) + 1, i + 1 == n ? none : c,
          static_cast<T>(scrambled(seed + 2))};
}

enum class Layout { contiguous, interleaved };

// The index of row i of system s.
__host__ __device__ inline std::size_t place(Layout layout, std::size_t s, std::size_t i,
                                             std::size_t count, std::size_t n) {
  return layout == Layout::contiguous ? s * n + i : i * count + s;
}

template <class T>
__global__ void write_examples(Layout layout, T* a, T* b, T* c, T* d, std::size_t count,
                               std::size_t n, T none) {
  const std::size_t at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (at >= count * n) return;
  const bool whole = layout == Layout::contiguous;
  const std::size_t s = whole ? at / n : at % count, i = whole ? at % n : at / count;
  const Row<T> row = example_row<T>(s, i, n, none);
  a[at] = row.a, b[at] = row.b, c[at] = row.c, d[at] = row.d;
}

// Example systems in device memory, with space for their solutions.
template <class T>
struct Batch {
  Batch(Layout layout, std::size_t count, std::size_t n,
        T none = std::numeric_limits<T>::quiet_NaN())
      : a(count * n), b(count * n), c(count * n), d(count * n), x(count * n), layout(layout),
        count(count), n(n) {
    const auto blocks = static_cast<unsigned>((count * n + 255) / 256);
    write_examples<<<blocks, 256>>>(layout, a.data(), b.data(), c.data(), d.data(), count, n, none);
    check(cudaGetLastError());
    poison();
  }
  void poison() { check(cudaMemset(x.data(), 0xff, x.size() * sizeof(T))); }  // NaN everywhere
  Systems<T> systems() { return {a.data(), b.data(), c.data(), d.data(), x.data(), count, n}; }

  // The largest error, compared with the host's solution in double, among `checked` systems.
  double error(std::size_t checked = 64) const;

  Buffer<T> a, b, c, d, x;
  Layout layout;
  std::size_t count, n;
};

// The larger of two errors. NaN counts as larger than any number, and is kept.
inline double worse(double worst, double off) {
  return off <= worst || std::isnan(worst) ? worst : off;
}

template <class T>
double Batch<T>::error(std::size_t checked) const {
  const std::vector<T> found = x.to_host();
  double worst = 0;
  for (std::size_t k = 0; k < std::min(checked, count); ++k) {
    const std::size_t s = checked >= count ? k : k * (count - 1) / (checked - 1);
    std::vector<double> as, bs, cs, ds;
    for (std::size_t i = 0; i < n; ++i) {
      const Row<T> row = example_row<T>(s, i, n, T{0});
      as.push_back(row.a), bs.push_back(row.b), cs.push_back(row.c), ds.push_back(row.d);
    }
    const std::vector<double> exact = thomas<double>(as, bs, cs, ds);
    for (std::size_t i = 0; i < n; ++i)
      worst = worse(worst, std::abs(found[place(layout, s, i, count, n)] - exact[i]));
  }
  return worst;
}

}  // namespace weft
