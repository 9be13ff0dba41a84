// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 5c39c7679a028dbc961e787690c3f8ce6d465691]
// Many tridiagonal systems of 64, 128, 256, 512 or 1,024 unknowns, in contiguous layout:
// elimination in the registers of each lane, parallel cyclic reduction among the lanes.
#pragma once

#include "common/cyclic-reduction.cuh"

namespace weft {

template <class T>
struct alignas(16) Chunk {
  T of[16 / sizeof(T)];
};

// The index of chunk k, if each lane reads `w` neighbouring chunks: no bank conflicts either way.
template <unsigned w>
__host__ __device__ constexpr unsigned swizzled(unsigned k) {
  static_assert((w & (w - 1)) == 0);
  constexpr unsigned row = w < 8 ? 8 : w, ways = w < 8 ? w : 8;
  return k ^ (k / row % ways);
}

// lanes · m unknowns per system, 32 / lanes systems per warp, m rows in each lane.
template <class T, unsigned lanes, unsigned m>
struct Hybrid {
  static constexpr unsigned per_chunk = 16 / sizeof(T), w = m / per_chunk;  // chunks per lane
  static_assert(w >= 1 && w * per_chunk == m && 32 % lanes == 0);
  static constexpr unsigned bytes = 4 * 32 * m * sizeof(T);  // staged per warp
  static constexpr unsigned warps = bytes > 32768 / 2 ? 1 : bytes > 32768 / 4 ? 2 : 4;  // per block
  static constexpr unsigned in_warp = 32 / lanes;  // systems

  Chunk<T> staged[warps][4][32 * w];
};

template <class T, unsigned lanes, unsigned m>
__global__ void __launch_bounds__(32 * Hybrid<T, lanes, m>::warps) warp_a_system(Systems<T> of) {
  using H = Hybrid<T, lanes, m>;
  __shared__ H room;
  auto& staged = room.staged[threadIdx.x / 32];
  const unsigned lane = threadIdx.x % 32;
  const std::size_t first = (std::size_t{blockIdx.x} * H::warps + threadIdx.x / 32) * H::in_warp;
  if (first >= of.count) return;  // the whole warp returns
  const std::size_t left = (of.count - first) * lanes;  // lanes that have rows
  const unsigned chunks = (left < 32 ? static_cast<unsigned>(left) : 32) * H::w;
  const std::size_t start = first * lanes * m;  // of the warp's rows
  const bool at_start = lane % lanes == 0, at_end = lane % lanes == lanes - 1;

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

  const Tied<T> next = from_above(Tied<T>{a[0], c[0], d[0]}, 1, lanes);
  const T c_last = c[m - 1];
  const T y = solve_in_warp<lanes>(
      tied(a[m - 1], 1 - c_last * next.a, -c_last * next.c, d[m - 1] - c_last * next.d));
  const T before = __shfl_up_sync(0xffffffffu, y, 1, lanes);  // for the first lane a is 0

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

template <class T, unsigned lanes, unsigned m>
void launch_hybrid(const Systems<T>& of, Place place) {
  constexpr std::size_t in_block = Hybrid<T, lanes, m>::warps * Hybrid<T, lanes, m>::in_warp;
  const auto blocks = static_cast<unsigned>((of.count + in_block - 1) / in_block);
  warp_a_system<T, lanes, m><<<blocks, 32 * Hybrid<T, lanes, m>::warps>>>(of);
  check(cudaGetLastError(), place);
}

// Solves all systems, without pivoting. The arrays begin at multiples of 16 bytes.
template <class T>
void solve_hybrid(const Systems<T>& of, Place place = Place::current()) {
  if (of.count == 0) return;
  switch (of.n) {
    case 64: return launch_hybrid<T, 16, 4>(of, place);
    case 128: return launch_hybrid<T, 16, 8>(of, place);
    case 256: return launch_hybrid<T, 32, 8>(of, place);
    case 512: return launch_hybrid<T, 32, 16>(of, place);
    case 1024: return launch_hybrid<T, 32, 32>(of, place);
    default: throw std::invalid_argument("a system must have 64, 128, 256, 512 or 1,024 unknowns");
  }
}

}  // namespace weft
