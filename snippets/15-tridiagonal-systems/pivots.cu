// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 55f6c2747bc5c18209b0cf12178896162b717186]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/hybrid.cuh"

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

using weft::Chunk, weft::Hybrid, weft::swizzled;

constexpr unsigned m = 32;  // rows per lane

template <class T>
struct Ends {
  Tied<T> first, last;
};

template <class T>
__global__ void __launch_bounds__(32 * Hybrid<T, 32, m>::warps)
    leave_ends(Systems<T> of, Ends<T>* ends) {
  using H = Hybrid<T, 32, m>;
  __shared__ H room;
  auto& staged = room.staged[threadIdx.x / 32];
  const unsigned lane = threadIdx.x % 32;
  const std::size_t warp = std::size_t{blockIdx.x} * H::warps + threadIdx.x / 32;
  const std::size_t piece = 32 * warp + lane, pieces = of.n / m;
  if (32 * warp >= pieces) return;  // the whole warp returns
  const std::size_t start = 32 * m * warp, left = pieces - 32 * warp;
  const unsigned chunks = (left < 32 ? static_cast<unsigned>(left) : 32) * H::w;
  const bool at_start = piece == 0, at_end = piece + 1 == pieces;

  const T* const from[] = {of.a, of.b, of.c, of.d};
  #pragma unroll
  for (unsigned array = 0; array < 4; ++array) {
    const auto* const source = reinterpret_cast<const Chunk<T>*>(from[array] + start);
  #pragma unroll
    for (unsigned k = lane; k < 32 * H::w; k += 32) {
      staged[array][swizzled<H::w>(k)] = source[k < chunks ? k : chunks - 1];
    }
  }
  __syncwarp();

  T a[m], c[m], d[m];
  #pragma unroll
  for (unsigned q = 0; q < H::w; ++q) {
    const unsigned k = swizzled<H::w>(lane * H::w + q);
    const Chunk<T> as = staged[0][k], bs = staged[1][k], cs = staged[2][k], ds = staged[3][k];
  #pragma unroll
    for (unsigned j = 0; j < H::per_chunk; ++j) {
      const unsigned i = q * H::per_chunk + j;
      const T below = i == 0 && at_start ? T{0} : as.of[j];
      const T above = i + 1 == m && at_end ? T{0} : cs.of[j];
      const T r = 1 / (i == 0 ? bs.of[j] : bs.of[j] - below * c[i - 1]);
      a[i] = i == 0 ? below * r : -below * a[i - 1] * r;
      c[i] = above * r;
      d[i] = i == 0 ? ds.of[j] * r : (ds.of[j] - below * d[i - 1]) * r;
    }
  }
  #pragma unroll
  for (unsigned i = m - 2; i-- > 0;) {
    a[i] -= c[i] * a[i + 1];
    d[i] -= c[i] * d[i + 1];
    c[i] *= -c[i + 1];
  }

  if (piece < pieces) ends[piece] = {{a[0], c[0], d[0]}, {a[m - 1], c[m - 1], d[m - 1]}};
}

// The system of the pieces' last unknowns. Rows after the last piece are x = 0.
template <class T>
__global__ void tie_pieces(const Ends<T>* ends, std::size_t pieces, std::size_t n, T* a, T* b,
                           T* c, T* d) {
  const std::size_t p = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (p >= n) return;
  const Tied<T> last = p < pieces ? ends[p].last : Tied<T>{};
  const Tied<T> next = p + 1 < pieces ? ends[p + 1].first : Tied<T>{};
  a[p] = last.a, b[p] = 1 - last.c * next.a, c[p] = -last.c * next.c;
  d[p] = last.d - last.c * next.d;
}

template <class T>
__global__ void __launch_bounds__(32 * Hybrid<T, 32, m>::warps)
    fill_pieces(Systems<T> of, const T* last) {
  using H = Hybrid<T, 32, m>;
  __shared__ H room;
  auto& staged = room.staged[threadIdx.x / 32];
  const unsigned lane = threadIdx.x % 32;
  const std::size_t warp = std::size_t{blockIdx.x} * H::warps + threadIdx.x / 32;
  const std::size_t piece = 32 * warp + lane, pieces = of.n / m;
  if (32 * warp >= pieces) return;  // the whole warp returns
  const std::size_t start = 32 * m * warp, left = pieces - 32 * warp;
  const unsigned chunks = (left < 32 ? static_cast<unsigned>(left) : 32) * H::w;
  const bool at_start = piece == 0, at_end = piece + 1 == pieces;

  const T* const from[] = {of.a, of.b, of.c, of.d};
  #pragma unroll
  for (unsigned array = 0; array < 4; ++array) {
    const auto* const source = reinterpret_cast<const Chunk<T>*>(from[array] + start);
  #pragma unroll
    for (unsigned k = lane; k < 32 * H::w; k += 32) {
      staged[array][swizzled<H::w>(k)] = source[k < chunks ? k : chunks - 1];
    }
  }
  __syncwarp();

  T a[m], c[m], d[m];
  #pragma unroll
  for (unsigned q = 0; q < H::w; ++q) {
    const unsigned k = swizzled<H::w>(lane * H::w + q);
    const Chunk<T> as = staged[0][k], bs = staged[1][k], cs = staged[2][k], ds = staged[3][k];
  #pragma unroll
    for (unsigned j = 0; j < H::per_chunk; ++j) {
      const unsigned i = q * H::per_chunk + j;
      const T below = i == 0 && at_start ? T{0} : as.of[j];
      const T above = i + 1 == m && at_end ? T{0} : cs.of[j];
      const T r = 1 / (i == 0 ? bs.of[j] : bs.of[j] - below * c[i - 1]);
      a[i] = i == 0 ? below * r : -below * a[i - 1] * r;
      c[i] = above * r;
      d[i] = i == 0 ? ds.of[j] * r : (ds.of[j] - below * d[i - 1]) * r;
    }
  }
  #pragma unroll
  for (unsigned i = m - 2; i-- > 0;) {
    a[i] -= c[i] * a[i + 1];
    d[i] -= c[i] * d[i + 1];
    c[i] *= -c[i + 1];
  }

  const T y = piece < pieces ? last[piece] : T{0};
  const T before = 0 < piece && piece < pieces ? last[piece - 1] : T{0};

  #pragma unroll
  for (unsigned i = 0; i + 1 < m; ++i) d[i] -= a[i] * before + c[i] * y;
  d[m - 1] = y;

  #pragma unroll
  for (unsigned q = 0; q < H::w; ++q) {
    Chunk<T> chunk;
    for (unsigned j = 0; j < H::per_chunk; ++j) chunk.of[j] = d[q * H::per_chunk + j];
    staged[3][swizzled<H::w>(lane * H::w + q)] = chunk;
  }
  __syncwarp();
  auto* const target = reinterpret_cast<Chunk<T>*>(of.x + start);
  #pragma unroll
  for (unsigned k = lane; k < 32 * H::w; k += 32)
    if (k < chunks) target[k] = staged[3][swizzled<H::w>(k)];
}

// Solves one system of n unknowns, a multiple of 32; owns the workspace.
template <class T>
class LargeSystem {
 public:
  explicit LargeSystem(std::size_t n) {
    if (n % m != 0) throw std::invalid_argument("the number of unknowns is not a multiple of 32");
    while (n > 1024) {
      const std::size_t pieces = n / m;
      n = (pieces + m - 1) / m * m;
      levels_.push_back({Buffer<Ends<T>>(pieces), Buffer<T>(n), Buffer<T>(n), Buffer<T>(n),
                         Buffer<T>(n), Buffer<T>(n)});
    }
  }
  void solve(const Systems<T>& of, std::size_t level = 0) {
    if (level == levels_.size()) return solve_pcr(of, 1);
    auto& [ends, a, b, c, d, x] = levels_[level];
    constexpr unsigned warps = Hybrid<T, 32, m>::warps;
    const auto blocks = static_cast<unsigned>((of.n / m + 32 * warps - 1) / (32 * warps));
    leave_ends<<<blocks, 32 * warps>>>(of, ends.data());
    tie_pieces<<<static_cast<unsigned>((x.size() + 255) / 256), 256>>>(
        ends.data(), ends.size(), x.size(), a.data(), b.data(), c.data(), d.data());
    solve({a.data(), b.data(), c.data(), d.data(), x.data(), 1, x.size()}, level + 1);
    fill_pieces<<<blocks, 32 * warps>>>(of, x.data());
    weft::check(cudaGetLastError());
  }

 private:
  template <class U>
  using Buffer = weft::Buffer<U>;
  struct Level {
    Buffer<Ends<T>> ends;
    Buffer<T> a, b, c, d, x;
  };
  std::vector<Level> levels_;
};

struct Rows {
  const char* name;
  float side, diagonal;
  bool signs = false;

  bool dominant() const { return std::abs(diagonal) >= 2 * std::abs(side); }
};

// n rows (side, diagonal(i), side), with a solution of ones and twos.
struct Trial {
  std::size_t n;
  std::vector<float> side, b, exact, d;

  Trial(const Rows& rows, std::size_t n)
      : n(n), side(n, rows.side), b(n, rows.diagonal), exact(n, 1.0f), d(n) {
    for (std::size_t i = 0; i < n; i += 3) exact[i] = 2;
    for (std::size_t i = 0; rows.signs && i < n; ++i) b[i] = i / 4 % 2 == 0 ? b[i] : -b[i];
    for (std::size_t i = 0; i < n; ++i) d[i] = static_cast<float>(left_side(exact, i));
  }
  double left_side(const std::vector<float>& x, std::size_t i) const {
    const double around = (i > 0 ? x[i - 1] : 0.0) + (i + 1 < n ? x[i + 1] : 0.0);
    return double{b[i]} * x[i] + side[i] * around;
  }
};

struct Verdict {
  double error, residual;
};

Verdict judge(const Trial& of, const std::vector<float>& x) {
  double error = 0, residual = 0, largest = 0, right = 0;
  for (std::size_t i = 0; i < of.n; ++i) {
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
  weft::Buffer<float> x(of.n);
  solve(Systems<float>{side.data(), b.data(), side.data(), d.data(), x.data(), 1, of.n});
  return x.to_host();
}

// The result of each method, 'x' where the digits are lost: not even two are left.
void expect(const Rows& rows, bool dominant, const std::string& fates) {
  CHECK(rows.dominant() == dominant);
  std::printf("%s | %s", rows.name, dominant ? "yes" : "no");
  const Trial of(rows, 64), for_lanes(rows, 32), for_pieces(rows, 1056);
  std::string found;
  const auto see = [&](const Trial& of, const std::vector<float>& x) {
    const auto [error, residual] = judge(of, x);
    const bool lost = !(error < 5e-3);  // NaN counts as lost, too
    found += lost ? 'x' : '.';
    CHECK(!(residual < 1e-5) == lost);
    std::printf(" | %.0e, %.0e", std::abs(error), std::abs(residual));
  };
  see(of, by_thomas<float>(of));
  see(of, on_device(of, [](const auto& one) { solve_cyclic<float, true>(one, 1); }));
  see(of, on_device(of, [](const auto& one) { solve_pcr(one, 1); }));
  see(for_lanes, on_device(for_lanes, [](const auto& one) { lanes_a_system<32><<<1, 32>>>(one); }));
  see(of, on_device(of, [](const auto& one) { weft::solve_hybrid(one); }));
  see(for_pieces, on_device(for_pieces, [](const auto& one) { LargeSystem<float>(one.n).solve(one); }));
  see(of, by_thomas<double>(of));
  std::puts("");
  CHECK(found == fates);
}

TEST_CASE("on these dominant rows no method fails; elsewhere any may, and the residual shows it") {
  std::puts("rows | dominant | Thomas | cyclic | PCR | in a warp | hybrid | in pieces | Thomas, in double");
  expect({"(1, 3, 1)", 1, 3}, true, ".......");
  expect({"(-1, 2, -1)", -1, 2}, true, ".......");
  expect({"(1, 0.000001, 1)", 1, 1e-6f}, false, "xx..xx.");
  expect({"(1, ±0.01, 1)", 1, 0.01f, true}, false, "xxxxxx.");
  expect({"(1, 0, 1)", 1, 0}, false, "xxxxxxx");
}
