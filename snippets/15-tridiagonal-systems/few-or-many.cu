// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 6b7f88c3e26f38a98c44ca7384d153ce788510db]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/hybrid.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

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

using weft::Batch;

template <class T>
void by_threads(const Systems<T>& of, weft::Buffer<T>& room) {
  const auto blocks = static_cast<unsigned>((of.count + 127) / 128);
  thread_a_system<T, Layout::interleaved, 4><<<blocks, 128>>>(of, room.data());
  weft::check(cudaGetLastError());
}

TEST_CASE("three methods, one solution") {
  for (const std::size_t count : {1, 40}) {
    constexpr std::size_t n = 512;
    Batch<float> together(Layout::interleaved, count, n), apart(Layout::contiguous, count, n);
    weft::Buffer<float> room(count * n);
    by_threads(together.systems(), room);
    CHECK(together.error(count) < 1e-6);
    solve_pcr(apart.systems(), 30);
    CHECK(apart.error(count) < 1e-6);
    apart.poison();
    weft::solve_hybrid(apart.systems());
    CHECK(apart.error(count) < 1e-6);
    std::printf("%zu of 512, by threads, blocks and warps: solved\n", count);
  }
}

TEST_CASE("throughput against the number of systems" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t n = 512;
  for (const std::size_t count : {1, 1024, 2048, 16384, 32768, 131072}) {
    Batch<float> together(Layout::interleaved, count, n), apart(Layout::contiguous, count, n);
    weft::Buffer<float> room(count * n);
    Batch<float> one(Layout::contiguous, 1, count * n);
    LargeSystem<float> large(count * n);
    const unsigned blocks = static_cast<unsigned>(std::min<std::size_t>(count, 1 << 16));
    const auto seconds = weft::side_by_side(
        15, [&] { by_threads(together.systems(), room); },
        [&] { solve_pcr(apart.systems(), blocks); }, [&] { weft::solve_hybrid(apart.systems()); },
        [&] { solve_cyclic<float, false>(apart.systems(), blocks); },
        [&] { solve_cyclic<float, true>(apart.systems(), blocks); },
        [&] { large.solve(one.systems()); });
    for (const auto* batch : {&together, &apart, &one}) CHECK(batch->error() < 1e-6);
    const char* const names[] = {"one thread per system", "one block per system: PCR",
                                 "one warp per system: hybrid",
                                 "one block per system: cyclic reduction",
                                 "cyclic reduction, padded", "a single system, in pieces"};
    for (std::size_t k = 0; k < seconds.size(); ++k)
      weft::report({names[k], 1.0 * count, "systems of 512", 1e-9 * count * n / seconds[k], "G unknowns/s"});
  }
}
