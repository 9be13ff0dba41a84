// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 cd2762a95d82d3bb783c9fdb2f47284f36e4f81d]
#include <cstdio>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/hybrid.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

using weft::Batch, weft::Layout;

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

TEST_CASE_TEMPLATE("a single system in pieces of 32 rows", T, float, double) {
  for (const std::size_t n : {32, 1024, 1056, 5024, 66'560}) {
    Batch<T> one(Layout::contiguous, 1, n);
    LargeSystem<T>(n).solve(one.systems());
    CHECK(one.error(1) < 8 * std::numeric_limits<T>::epsilon());
  }
  CHECK_THROWS_AS(LargeSystem<T>(1000), std::invalid_argument);
}

TEST_CASE("in pieces, fewer than 40 bytes move per unknown") {
  constexpr std::size_t n = 1 << 16;
  Batch<float> one(Layout::contiguous, 1, n);
  LargeSystem<float> pieces(n);
  const auto seen = loom::observe([&] { pieces.solve(one.systems()); });
  const auto bytes = static_cast<double>(seen.global_loads.bytes + seen.global_stores.bytes) / n;
  CHECK(bytes > 36);
  CHECK(bytes < 40);
  std::printf("65,536 unknowns in pieces: %.1f bytes each\n", bytes);
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
struct Rival : Sparse {
  explicit Rival(Batch<float>& batch) : of(batch.systems()), n(static_cast<int>(of.n)) {
    for (const auto size : {cusparseSgtsv2_bufferSizeExt, cusparseSgtsv2_nopivot_bufferSizeExt}) {
      std::size_t bytes = 0;
      REQUIRE(size(*this, n, 1, of.a, of.b, of.c, of.x, n, &bytes) == CUSPARSE_STATUS_SUCCESS);
      if (bytes > room.size()) room = weft::Buffer<char>(bytes);
    }
  }
  void operator()(bool pivots) {
    const auto solve = pivots ? cusparseSgtsv2 : cusparseSgtsv2_nopivot;
    solve(*this, n, 1, of.a, of.b, of.c, of.x, n, room.data());
  }
  weft::Systems<float> of;
  int n;
};
#else
using Rival = Absent;
#endif

TEST_CASE("one large system compared with cuSPARSE" * doctest::skip(!weft::measuring())) {
  for (std::size_t n = 1 << 14; n <= 1 << 26; n *= 16) {
    Batch<float> ours(Layout::contiguous, 1, n), theirs(Layout::contiguous, 1, n, 0.0f);
    LargeSystem<float> pieces(n);
    Rival rival(theirs);
    const auto renew = [&] {
      weft::check(cudaMemcpyAsync(theirs.x.data(), theirs.d.data(), n * sizeof(float), cudaMemcpyDeviceToDevice));
    };
    for (const bool pivots : {true, false}) {
      renew(), rival(pivots);
      if (Rival::there) CHECK(theirs.error(1) < 1e-5);
    }
    const auto seconds = weft::side_by_side(
        7, [&] { pieces.solve(ours.systems()); }, renew, [&] { rival(true); }, renew, [&] { rival(false); });
    CHECK(ours.error(1) < 1e-6);
    const char* const names[] = {"in pieces", "", "gtsv2", "", "gtsv2_nopivot"};
    for (std::size_t k = 0; k < (Rival::there ? 5 : 1); k += 2)
      weft::report({names[k], 1.0 * n, "unknowns", 1e-9 * n / seconds[k], "G unknowns/s"});
  }
}
