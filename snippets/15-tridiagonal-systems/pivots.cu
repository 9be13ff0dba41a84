// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 52a6924abf0a1120123448116e6acf87469047bf]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/hybrid.cuh"

using weft::Systems, weft::Tied;

// Where row i is kept. Padded, a free word stands behind every 32.
template <bool padded>
__host__ __device__ constexpr unsigned kept(unsigned i) {
  return padded ? i + i / 32 : i;
}

// A block solves a system at a time by cyclic reduction. It needs (n + 1) / 2 threads or more.
template <class T, bool padded>
__global__ void cyclic(Systems<T> of) {
  extern __shared__ unsigned char room[];
  const unsigned n = static_cast<unsigned>(of.n), me = threadIdx.x;
  T* const a = reinterpret_cast<T*>(room);
  T *const c = a + kept<padded>(n), *const d = c + kept<padded>(n);  // in the end, x
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

template <class T>
void solve_pcr(const Systems<T>& of, unsigned blocks) {
  const auto n = static_cast<unsigned>(of.n);
  block_a_system<<<blocks, (n + 31) / 32 * 32, 3 * n * sizeof(T)>>>(of);
  weft::check(cudaGetLastError());
}

constexpr std::size_t n = 64;

// Rows (side, diagonal(i), side), with a solution of ones and twos.
struct Trial {
  const char* name;
  std::vector<float> side, b, exact, d;

  Trial(const char* name, float beside, float diagonal, bool signs = false)
      : name(name), side(n, beside), b(n, diagonal), exact(n, 1.0f), d(n) {
    for (std::size_t i = 0; i < n; i += 3) exact[i] = 2;
    for (std::size_t i = 0; signs && i < n; ++i) b[i] = i / 4 % 2 == 0 ? diagonal : -diagonal;
    for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<float>(left_side(exact, i));
  }
  double left_side(const std::vector<float>& x, std::size_t i) const {
    const double around = (i > 0 ? x[i - 1] : 0.0) + (i + 1 < n ? x[i + 1] : 0.0);
    return double{b[i]} * x[i] + side[i] * around;
  }
  bool dominant() const { return std::abs(b[1]) >= 2 * std::abs(side[1]); }  // as in all rows
};

struct Verdict {
  double error, residual;
};

Verdict judge(const Trial& of, const std::vector<float>& x) {
  double error = 0, residual = 0, largest = 0, right = 0;
  for (std::size_t i = 0; i < n; ++i) {
    error = weft::worse(error, std::abs(double{x[i]} - of.exact[i]));
    residual = weft::worse(residual, std::abs(of.d[i] - of.left_side(x, i)));
    largest = weft::worse(largest, std::abs(x[i]));
    right = std::max(right, std::abs(double{of.d[i]}));
  }
  const double row = 2 * std::abs(of.side[0]) + std::abs(of.b[0]);
  return {error, residual / (row * largest + right)};
}

template <class T>
std::vector<float> by_thomas(const Trial& of) {
  const std::vector<T> side(of.side.begin(), of.side.end()), b(of.b.begin(), of.b.end()),
      d(of.d.begin(), of.d.end()), x = weft::thomas<T>(side, b, side, d);
  return {x.begin(), x.end()};
}

template <class Solve>
std::vector<float> on_device(const Trial& of, Solve solve) {
  const weft::Buffer<float> side(of.side), b(of.b), d(of.d);
  weft::Buffer<float> x(n);
  solve(Systems<float>{side.data(), b.data(), side.data(), d.data(), x.data(), 1, n});
  return x.to_host();
}

// What each method does, 'x' where the digits are lost: not even three are left.
void expect(const Trial& of, bool dominant, const std::string& fates) {
  CHECK(of.dominant() == dominant);
  std::printf("%s | %s", of.name, dominant ? "yes" : "no");
  std::string found;
  for (const std::vector<float>& x :
       {by_thomas<float>(of), on_device(of, [](const auto& one) { solve_cyclic<float, true>(one, 1); }),
        on_device(of, [](const auto& one) { solve_pcr(one, 1); }),
        on_device(of, [](const auto& one) { weft::solve_hybrid(one); }), by_thomas<double>(of)}) {
    const auto [error, residual] = judge(of, x);
    const bool lost = !(error < 1e-3);  // NaN is lost too
    found += lost ? 'x' : '.';
    CHECK(!(residual < 1e-5) == lost);
    std::printf(" | %.0e, %.0e", std::abs(error), std::abs(residual));
  }
  std::puts("");
  CHECK(found == fates);
}

TEST_CASE("on these dominant rows no method fails, elsewhere any may, and the residual shows it") {
  std::puts("rows | dominant | Thomas | cyclic | PCR | hybrid | Thomas, in double");
  expect({"(1, 3, 1)", 1, 3}, true, ".....");
  expect({"(-1, 2, -1)", -1, 2}, true, ".....");
  expect({"(1, 0.000001, 1)", 1, 1e-6f}, false, "xx.x.");
  expect({"(1, ±0.01, 1)", 1, 0.01f, true}, false, "xxxx.");
  expect({"(1, 0, 1)", 1, 0}, false, "xxxxx");
}
