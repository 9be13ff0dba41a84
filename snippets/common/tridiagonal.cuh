// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 1389e89277f2d68cee9bad0fec9946bc02ab80e1]
// Tridiagonal systems, many of one length, and how one of them is solved on the host.
#pragma once

#include "common/buffer.cuh"

#include <cmath>
#include <cstdint>
#include <limits>

namespace weft {

// Systems that somebody else owns: a x(i-1) + b x(i) + c x(i+1) = d.
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
    x[i] = (i == 0 ? d[0] : d[i] - a[i] * x[i - 1]) * r;  // holds d' on the way down
  }
  for (std::size_t i = n; i-- > 1;) x[i - 1] -= c_left[i - 1] * x[i];
  return x;
}

// A number in [-1, 1) that looks random: a function of `seed` alone.
__host__ __device__ inline double scrambled(std::uint64_t seed) {
  seed = (seed + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  seed = (seed ^ seed >> 27) * 0x94d049bb133111ebu;
  return static_cast<double>((seed ^ seed >> 31) >> 40) * 0x1p-23 - 1;
}

template <class T>
struct Row {
  T a, b, c, d;
};

// Row i of example system s, of n rows. What belongs to no equation is `none`.
template <class T>
__host__ __device__ Row<T> example_row(std::size_t s, std::size_t i, std::size_t n, T none) {
  const std::uint64_t seed = 4 * (s * n + i);
  const T a = static_cast<T>(scrambled(seed)), c = static_cast<T>(scrambled(seed + 1));
  return {i == 0 ? none : a, std::abs(a) + std::abs(c) + 1, i + 1 == n ? none : c,
          static_cast<T>(scrambled(seed + 2))};
}

// The larger of two errors. NaN is larger than any, and stays.
inline double worse(double worst, double off) {
  return off <= worst || std::isnan(worst) ? worst : off;
}

enum class Layout { contiguous, interleaved };

// Where row i of system s lies.
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

// Example systems in device memory, with room for their solutions.
template <class T>
class Batch {
 public:
  Batch(Layout layout, std::size_t count, std::size_t n,
        T none = std::numeric_limits<T>::quiet_NaN())
      : a_(count * n), b_(count * n), c_(count * n), d_(count * n), x_(count * n),
        layout_(layout), count_(count), n_(n) {
    const auto blocks = static_cast<unsigned>((count * n + 255) / 256);
    write_examples<<<blocks, 256>>>(layout, a_.data(), b_.data(), c_.data(), d_.data(), count, n,
                                    none);
    check(cudaGetLastError());
    poison();
  }
  void poison() { check(cudaMemset(x_.data(), 0xff, x_.size() * sizeof(T))); }  // NaN everywhere

  Buffer<T>& a() { return a_; }
  Buffer<T>& b() { return b_; }
  Buffer<T>& c() { return c_; }
  Buffer<T>& d() { return d_; }
  Buffer<T>& x() { return x_; }
  Systems<T> systems() {
    return {a_.data(), b_.data(), c_.data(), d_.data(), x_.data(), count_, n_};
  }

  // How far the worst unknown is from what the host finds in double, among `checked` systems.
  double error(std::size_t checked = 64) const {
    const std::vector<T> x = x_.to_host();
    double worst = 0;
    for (std::size_t k = 0; k < std::min(checked, count_); ++k) {
      const std::size_t s = checked >= count_ ? k : k * (count_ - 1) / (checked - 1);
      std::vector<double> a, b, c, d;
      for (std::size_t i = 0; i < n_; ++i) {
        const Row<T> row = example_row<T>(s, i, n_, T{0});
        a.push_back(row.a), b.push_back(row.b), c.push_back(row.c), d.push_back(row.d);
      }
      const std::vector<double> exact = thomas<double>(a, b, c, d);
      for (std::size_t i = 0; i < n_; ++i)
        worst = worse(worst, std::abs(x[place(layout_, s, i, count_, n_)] - exact[i]));
    }
    return worst;
  }

 private:
  Buffer<T> a_, b_, c_, d_, x_;
  Layout layout_;
  std::size_t count_, n_;
};

}  // namespace weft
