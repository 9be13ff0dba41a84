// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 69971b56d3206a3689d545cc82327f17091fc4c4]
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

#include <cuda/std/mdspan>
#include <doctest/doctest.h>

#include "common/measure.cuh"
#include "common/side-by-side.cuh"
#include "common/volume.cuh"

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }
__device__ std::size_t my_z() { return std::size_t{blockIdx.z} * blockDim.z + threadIdx.z; }

// The number of pieces of `size` that cover n.
unsigned pieces(std::size_t n, std::size_t size) {
  return static_cast<unsigned>((n + size - 1) / size);
}

// Host and device add and multiply in the same order. No sum follows the product, so nothing can
// be fused.
template <class T>
__host__ __device__ T mean_of(T west, T east, T north, T south, T below, T above) {
  return ((west + east) + (north + south) + (below + above)) * static_cast<T>(1.0 / 6);
}

template <class T>
using In = weft::VolumeView<const T>;
template <class T>
using Out = weft::VolumeView<T>;

template <class T>
__device__ bool on_surface(In<T> u, std::size_t z, std::size_t y, std::size_t x) {
  return z == 0 || z + 1 == u.planes() || y == 0 || y + 1 == u.rows() || x == 0 ||
         x + 1 == u.columns();
}

template <class T>
__device__ void sweep_point(In<T> in, Out<T> out, std::size_t z, std::size_t y, std::size_t x) {
  if (z >= in.planes() || y >= in.rows() || x >= in.columns()) return;
  out(z, y, x) = on_surface(in, z, y, x)
                     ? in(z, y, x)
                     : mean_of(in(z, y, x - 1), in(z, y, x + 1), in(z, y - 1, x),
                               in(z, y + 1, x), in(z - 1, y, x), in(z + 1, y, x));
}

template <class T>
__global__ void each(In<T> in, Out<T> out) {
  sweep_point(in, out, my_z(), my_y(), my_x());
}

template <class T>
__global__ void across(In<T> in, Out<T> out) {
  sweep_point(in, out, my_x(), my_y(), my_z());
}

template <class T>
__global__ void march(In<T> in, Out<T> out, unsigned chunk) {
  const std::size_t y = my_y(), x = my_x(), planes = in.planes();
  if (y >= in.rows() || x >= in.columns()) return;
  const bool side = y == 0 || y + 1 == in.rows() || x == 0 || x + 1 == in.columns();
  const std::size_t first = std::size_t{blockIdx.z} * chunk;
  T below = first > 0 ? in(first - 1, y, x) : T{}, here = in(first, y, x);
  for (std::size_t z = first; z < first + chunk && z < planes; ++z) {
    const T above = z + 1 < planes ? in(z + 1, y, x) : T{};
    out(z, y, x) = side || z == 0 || z + 1 == planes
                       ? here
                       : mean_of(in(z, y, x - 1), in(z, y, x + 1), in(z, y - 1, x),
                                 in(z, y + 1, x), below, above);
    below = here;
    here = above;
  }
}

// The new values of four points in a row, from those west of the first and east of the last too.
__device__ float4 mean_of(float west, float4 here, float east, float4 north, float4 south,
                          float4 below, float4 above) {
  return {mean_of(west, here.y, north.x, south.x, below.x, above.x),
          mean_of(here.x, here.z, north.y, south.y, below.y, above.y),
          mean_of(here.y, here.w, north.z, south.z, below.z, above.z),
          mean_of(here.z, east, north.w, south.w, below.w, above.w)};
}

// For rows of whole float4s. A warp is 32 lanes of one row, 128 points.
__global__ void wide(In<float> in, Out<float> out, unsigned chunk) {
  const std::size_t y = my_y(), x = 4 * my_x(), planes = in.planes();
  if (y >= in.rows()) return;  // all lanes of the warp, or none
  const bool there = x < in.columns(), side = y == 0 || y + 1 == in.rows();
  const auto four = [&](std::size_t plane, std::size_t row) {
    return there ? *reinterpret_cast<const float4*>(&in(plane, row, x)) : float4{};
  };
  const std::size_t first = std::size_t{blockIdx.z} * chunk;
  float4 below = first > 0 ? four(first - 1, y) : float4{}, here = four(first, y);
  for (std::size_t z = first; z < first + chunk && z < planes; ++z) {
    const float4 above = z + 1 < planes ? four(z + 1, y) : float4{};
    float4 mean = here;
    if (!side && z > 0 && z + 1 < planes) {  // the same for all lanes of the warp
      const float4 north = four(z, y - 1), south = four(z, y + 1);
      float west = __shfl_up_sync(0xffffffffu, here.w, 1);
      float east = __shfl_down_sync(0xffffffffu, here.x, 1);
      if (threadIdx.x == 0 && there && x > 0) west = in(z, y, x - 1);
      if (threadIdx.x == 31 && x + 4 < in.columns()) east = in(z, y, x + 4);
      mean = mean_of(west, here, east, north, south, below, above);
      if (!(x > 0)) mean.x = here.x;
      if (!(x + 4 < in.columns())) mean.w = here.w;
    }
    if (there) *reinterpret_cast<float4*>(&out(z, y, x)) = mean;
    below = here;
    here = above;
  }
}

// As `each`, with one index per point, and offsets from it.
template <class Index>
__global__ void offsets(const float* in, float* out, Index planes, Index rows, Index columns) {
  const auto z = static_cast<Index>(my_z()), y = static_cast<Index>(my_y()),
             x = static_cast<Index>(my_x());
  if (z >= planes || y >= rows || x >= columns) return;
  const Index plane = rows * columns, at = z * plane + y * columns + x;
  const bool surface = z == 0 || z + 1 == planes || y == 0 || y + 1 == rows || x == 0 ||
                       x + 1 == columns;
  out[at] = surface ? in[at]
                    : mean_of(in[at - 1], in[at + 1], in[at - columns], in[at + columns],
                              in[at - plane], in[at + plane]);
}

// As `march`, with a pointer into each volume that advances by a plane.
__global__ void march_pointers(const float* in, float* out, std::size_t planes, std::size_t rows,
                               std::size_t columns, unsigned chunk) {
  const std::size_t y = my_y(), x = my_x(), plane = rows * columns;
  if (y >= rows || x >= columns) return;
  const bool side = y == 0 || y + 1 == rows || x == 0 || x + 1 == columns;
  const std::size_t first = std::size_t{blockIdx.z} * chunk, start = first * plane + y * columns + x;
  const float* from = in + start;
  float* to = out + start;
  float below = first > 0 ? *(from - plane) : 0.0f, here = *from;
  for (std::size_t z = first; z < first + chunk && z < planes; ++z, from += plane, to += plane) {
    const float above = z + 1 < planes ? from[plane] : 0.0f;
    *to = side || z == 0 || z + 1 == planes
              ? here
              : mean_of(from[-1], from[1], *(from - columns), from[columns], below, above);
    below = here;
    here = above;
  }
}

template <class T, class Index>
using Volume = cuda::std::mdspan<T, cuda::std::dextents<Index, 3>>;

template <class Index>
__global__ void spans(Volume<const float, Index> in, Volume<float, Index> out) {
  const auto z = static_cast<Index>(my_z()), y = static_cast<Index>(my_y()),
             x = static_cast<Index>(my_x());
  const Index planes = in.extent(0), rows = in.extent(1), columns = in.extent(2);
  if (z >= planes || y >= rows || x >= columns) return;
  const bool surface = z == 0 || z + 1 == planes || y == 0 || y + 1 == rows || x == 0 ||
                       x + 1 == columns;
  out(z, y, x) = surface ? in(z, y, x)
                         : mean_of(in(z, y, x - 1), in(z, y, x + 1), in(z, y - 1, x),
                                   in(z, y + 1, x), in(z - 1, y, x), in(z + 1, y, x));
}

// Several steps in one sweep. A thread marches up a column of the tile; only threads at least `steps`
// away from the tile's edge store. Level 0 is the input, level s is the result of s steps.
template <class T, unsigned steps, unsigned width, unsigned height>
__global__ void __launch_bounds__(width* height) several(In<T> in, Out<T> out, unsigned chunk) {
  static_assert(width > 2 * steps && height > 2 * steps && width * height <= 1024);
  __shared__ T plane[2][steps][height][width];  // two sets, for alternating iterations
  const int planes = static_cast<int>(in.planes()), halo = steps;
  const int x = static_cast<int>(blockIdx.x * (width - 2 * steps) + threadIdx.x) - halo;
  const int y = static_cast<int>(blockIdx.y * (height - 2 * steps) + threadIdx.y) - halo;
  const int columns = static_cast<int>(in.columns()), rows = static_cast<int>(in.rows());
  const bool there = x >= 0 && x < columns && y >= 0 && y < rows;
  const unsigned tx = threadIdx.x, ty = threadIdx.y;
  const bool computes = x > 0 && x + 1 < columns && y > 0 && y + 1 < rows && tx > 0 &&
                        tx + 1 < width && ty > 0 && ty + 1 < height;
  const bool stores = there && tx >= steps && tx < width - steps && ty >= steps &&
                      ty < height - steps;
  const auto load = [&](int z) {
    return there && z >= 0 && z < planes ? in(z, y, x) : T{};
  };
  const int first = static_cast<int>(blockIdx.z * chunk);
  const int last = min(first + static_cast<int>(chunk), planes);
  T below[steps]{}, here[steps]{};  // of each level, each level one plane lower
  below[0] = load(first - halo);
  here[0] = load(first - halo + 1);
  T ahead = load(first - halo + 2);
  for (int z = first - halo + 1; z < last + halo - 1; ++z) {
    auto& of_turn = plane[z & 1];
#pragma unroll
    for (unsigned s = 0; s < steps; ++s) of_turn[s][ty][tx] = here[s];
    __syncthreads();
    T above = ahead;
    ahead = load(z + 2);  // loaded one iteration before it is needed
#pragma unroll
    for (unsigned s = 0; s < steps; ++s) {  // from level s at z - s to level s + 1
      const int at = z - static_cast<int>(s);
      const auto& level = of_turn[s];
      T made = here[s];
      if (computes && at > 0 && at + 1 < planes)
        made = mean_of(level[ty][tx - 1], level[ty][tx + 1], level[ty - 1][tx],
                       level[ty + 1][tx], below[s], above);
      below[s] = here[s];
      here[s] = above;
      above = made;
    }
    const int done = z - halo + 1;
    if (stores && done >= first) out(done, y, x) = above;
  }
}

// The same for rows of whole float4s. A warp is a row of the tile; its first and last lanes hold the
// halo, four points each, and store nothing.
template <unsigned steps, unsigned height>
__global__ void __launch_bounds__(32 * height)
    several_wide(In<float> in, Out<float> out, unsigned chunk) {
  static_assert(steps <= 4 && height > 2 * steps);
  __shared__ float4 plane[2][steps][height][32];
  const int planes = static_cast<int>(in.planes()), halo = steps;
  const unsigned lane = threadIdx.x, ty = threadIdx.y;
  const int x = static_cast<int>(blockIdx.x * 120 + 4 * lane) - 4;
  const int y = static_cast<int>(blockIdx.y * (height - 2 * steps) + ty) - halo;
  const int columns = static_cast<int>(in.columns()), rows = static_cast<int>(in.rows());
  const bool there = x >= 0 && x < columns && y >= 0 && y < rows;
  const bool computes = y > 0 && y + 1 < rows && ty > 0 && ty + 1 < height;  // the whole warp
  const bool stores = there && lane > 0 && lane < 31 && ty >= steps && ty < height - steps;
  const auto load = [&](int z) {
    return there && z >= 0 && z < planes ? *reinterpret_cast<const float4*>(&in(z, y, x))
                                         : float4{};
  };
  const int first = static_cast<int>(blockIdx.z * chunk);
  const int last = min(first + static_cast<int>(chunk), planes);
  float4 below[steps]{}, here[steps]{};
  below[0] = load(first - halo);
  here[0] = load(first - halo + 1);
  float4 ahead = load(first - halo + 2);
#pragma unroll 2  // so that the set of each iteration is known at compile time
  for (int z = first - halo + 1; z < last + halo - 1; ++z) {
    auto& of_turn = plane[z & 1];
#pragma unroll
    for (unsigned s = 0; s < steps; ++s) of_turn[s][ty][lane] = here[s];
    __syncthreads();
    float4 above = ahead;
    ahead = load(z + 2);
#pragma unroll
    for (unsigned s = 0; s < steps; ++s) {
      const int at = z - static_cast<int>(s);
      float4 made = here[s];
      if (computes && at > 0 && at + 1 < planes) {
        const float west = __shfl_up_sync(0xffffffffu, here[s].w, 1);
        const float east = __shfl_down_sync(0xffffffffu, here[s].x, 1);
        made = mean_of(west, here[s], east, of_turn[s][ty - 1][lane], of_turn[s][ty + 1][lane],
                       below[s], above);
        if (x == 0) made.x = here[s].x;
        if (x + 4 == columns) made.w = here[s].w;
      }
      below[s] = here[s];
      here[s] = above;
      above = made;
    }
    const int done = z - halo + 1;
    if (stores && done >= first) *reinterpret_cast<float4*>(&out(done, y, x)) = above;
  }
}

template <class T>
std::vector<T> swept_on_host(In<T> in) {
  std::vector<T> after(in.data(), in.data() + in.size());
  const Out<T> out(after.data(), in.planes(), in.rows(), in.columns());
  for (std::size_t z = 1; z + 1 < in.planes(); ++z)
    for (std::size_t y = 1; y + 1 < in.rows(); ++y)
      for (std::size_t x = 1; x + 1 < in.columns(); ++x)
        out(z, y, x) = mean_of(in(z, y, x - 1), in(z, y, x + 1), in(z, y - 1, x),
                               in(z, y + 1, x), in(z - 1, y, x), in(z + 1, y, x));
  return after;
}

template <class T>
std::vector<T> random_numbers(std::size_t count) {
  std::mt19937 bits(7);
  std::vector<T> numbers(count);
  for (T& number : numbers) number = static_cast<T>(bits() >> 8) * static_cast<T>(0x1p-24);
  return numbers;
}

template <class T>
using Way = void (*)(In<T>, Out<T>);

// Lanes run along the first index of a block, x of a thread: columns, or planes.
template <class T>
void by_each(In<T> in, Out<T> out) {
  const dim3 grid(pieces(in.columns(), 32), pieces(in.rows(), 4), pieces(in.planes(), 2));
  each<T><<<grid, dim3(32, 4, 2)>>>(in, out);
  weft::check(cudaGetLastError());
}
template <class T>
void by_across(In<T> in, Out<T> out) {
  const dim3 grid(pieces(in.planes(), 32), pieces(in.rows(), 4), pieces(in.columns(), 2));
  across<T><<<grid, dim3(32, 4, 2)>>>(in, out);
  weft::check(cudaGetLastError());
}

template <class T, unsigned chunk = 32, unsigned across = 32, unsigned down = 8>
void by_march(In<T> in, Out<T> out) {
  const dim3 grid(pieces(in.columns(), across), pieces(in.rows(), down),
                  pieces(in.planes(), chunk));
  march<T><<<grid, dim3(across, down)>>>(in, out, chunk);
  weft::check(cudaGetLastError());
}

bool in_fours(In<float> u) {
  return u.columns() % 4 == 0 && reinterpret_cast<std::uintptr_t>(u.data()) % sizeof(float4) == 0;
}

template <unsigned chunk = 4, unsigned down = 8>
void by_wide(In<float> in, Out<float> out) {
  if (!in_fours(in) || !in_fours(out)) return by_march<float, chunk>(in, out);
  const dim3 grid(pieces(in.columns(), 128), pieces(in.rows(), down), pieces(in.planes(), chunk));
  wide<<<grid, dim3(32, down)>>>(in, out, chunk);
  weft::check(cudaGetLastError());
}

template <class T, unsigned steps, unsigned width = 32, unsigned height = 32, unsigned chunk = 64>
void by_several(In<T> in, Out<T> out) {
  const dim3 grid(pieces(in.columns(), width - 2 * steps), pieces(in.rows(), height - 2 * steps),
                  pieces(in.planes(), chunk));
  several<T, steps, width, height><<<grid, dim3(width, height)>>>(in, out, chunk);
  weft::check(cudaGetLastError());
}

template <unsigned steps, unsigned height = 16, unsigned chunk = 48>
void by_several_wide(In<float> in, Out<float> out) {
  if (!in_fours(in) || !in_fours(out)) return by_several<float, steps>(in, out);
  const dim3 grid(pieces(in.columns(), 120), pieces(in.rows(), height - 2 * steps),
                  pieces(in.planes(), chunk));
  several_wide<steps, height><<<grid, dim3(32, height)>>>(in, out, chunk);
  weft::check(cudaGetLastError());
}

template <class Index>
void by_offsets(In<float> in, Out<float> out) {
  const dim3 grid(pieces(in.columns(), 32), pieces(in.rows(), 4), pieces(in.planes(), 2));
  offsets<Index><<<grid, dim3(32, 4, 2)>>>(
      in.data(), out.data(), static_cast<Index>(in.planes()), static_cast<Index>(in.rows()),
      static_cast<Index>(in.columns()));
  weft::check(cudaGetLastError());
}

template <class Index>
void by_spans(In<float> in, Out<float> out) {
  const dim3 grid(pieces(in.columns(), 32), pieces(in.rows(), 4), pieces(in.planes(), 2));
  spans<Index><<<grid, dim3(32, 4, 2)>>>(
      Volume<const float, Index>(in.data(), in.planes(), in.rows(), in.columns()),
      Volume<float, Index>(out.data(), in.planes(), in.rows(), in.columns()));
  weft::check(cudaGetLastError());
}

void by_march_pointers(In<float> in, Out<float> out) {
  constexpr unsigned chunk = 32;
  const dim3 grid(pieces(in.columns(), 32), pieces(in.rows(), 8), pieces(in.planes(), chunk));
  march_pointers<<<grid, dim3(32, 8)>>>(in.data(), out.data(), in.planes(), in.rows(),
                                        in.columns(), chunk);
  weft::check(cudaGetLastError());
}

using Shape = std::array<std::size_t, 3>;
const std::vector<Shape> awkward = {{1, 1, 1},   {2, 9, 40},   {3, 3, 3},  {5, 4, 257},
                                    {9, 37, 64}, {33, 17, 31}, {12, 1, 99}};

template <class T>
void expect_sweeps(Way<T> way, const std::vector<Shape>& shapes, unsigned sweeps = 1) {
  for (const auto& [planes, rows, columns] : shapes) {
    CAPTURE(planes);
    CAPTURE(rows);
    CAPTURE(columns);
    const std::size_t size = planes * rows * columns;
    std::vector<T> expected = random_numbers<T>(size);
    const weft::Volume<T> in(planes, rows, columns, expected);
    weft::Volume<T> out(planes, rows, columns, std::vector<T>(size, NAN));
    way(in.view(), out.view());
    for (unsigned i = 0; i < sweeps; ++i)
      expected = swept_on_host(In<T>(expected.data(), planes, rows, columns));
    CHECK(out.to_host() == expected);
  }
}

const std::pair<const char*, Way<float>> ways[] = {
    {"each", by_each<float>},
    {"mdspan, std::size_t", by_spans<std::size_t>},
    {"mdspan, int", by_spans<int>},
    {"one index, std::size_t", by_offsets<std::size_t>},
    {"one index, unsigned", by_offsets<unsigned>},
    {"one index, int", by_offsets<int>},
    {"march", by_march<float>},
    {"march, pointers", by_march_pointers},
    {"wide", by_wide<>}};

TEST_CASE("sweep rate against the way addresses are computed" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t n = 512;
  const std::vector<float> start = random_numbers<float>(n * n * n);
  const std::vector<float> once = swept_on_host(In<float>(start.data(), n, n, n));
  const weft::Volume<float> in(n, n, n, start);
  for (const auto& [name, way] : ways) {
    weft::Volume<float> out(n, n, n, std::vector<float>(start.size(), NAN));
    const auto [seconds] = weft::side_by_side(9, [&, way = way] { way(in.view(), out.view()); });
    weft::report({name, 1.0 * n, "points per side", 1e-9 * static_cast<double>(start.size()) / seconds,
                  "G points/s"});
    CHECK(out.to_host() == once);
  }
  weft::Volume<float> out(n, n, n, start);  // for the counters
  by_several<float, 1>(in.view(), out.view());
  by_several<float, 2>(in.view(), out.view());
  by_several_wide<2>(in.view(), out.view());
}

TEST_CASE("however addresses are computed, the numbers are the host's") {
  for (const auto& [name, way] : ways) expect_sweeps<float>(way, awkward);
}
