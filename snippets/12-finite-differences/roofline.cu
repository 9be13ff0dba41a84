// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 06406b1a9d8ca8e350d8be5a92e7be67733081ad]
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

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

template <unsigned k>
__global__ void multiply_adds(weft::View<const float> in, weft::View<float> out) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = my_x(); i < in.size(); i += threads) {
    float value = in[i];
#pragma unroll
    for (unsigned j = 0; j < k; ++j) value = fmaf(value, 0.5f, 0.25f);
    out[i] = value;
  }
}

// Operations and the minimum of bytes per point, counted by hand.
struct Work {
  double operations, bytes;
  double intensity() const { return operations / bytes; }
};

constexpr Work of_chain(unsigned k) { return {2.0 * k, 8}; }
// Five additions and one product per step; one value is read and one is written.
constexpr Work of_sweep(unsigned steps, std::size_t size) { return {6.0 * steps, 2.0 * size}; }

TEST_CASE("a chain of multiply-adds has the right result, and moves 8 bytes per number") {
  const weft::Buffer<float> in(std::vector<float>(1024, 4.5f));
  weft::Buffer<float> out(std::vector<float>(1024, NAN));
  const auto seen = loom::observe([&] { multiply_adds<2><<<2, 256>>>(in.view(), out.view()); });
  CHECK(out.to_host() == std::vector<float>(1024, 1.5f));
  CHECK(32 * (seen.global_loads.sectors + seen.global_stores.sectors) == 8 * 1024);
  CHECK(of_chain(3).intensity() == of_sweep(1, sizeof(float)).intensity());
  std::printf("operations per byte: %.3f in double, %.3f in float, %.3f with two steps\n",
              of_sweep(1, sizeof(double)).intensity(), of_sweep(1, sizeof(float)).intensity(),
              of_sweep(2, sizeof(float)).intensity());
}

void plot(const char* series, Work work, double points, double seconds) {
  weft::report({series, work.intensity(), "operations per byte",
                1e-9 * work.operations * points / seconds, "GFLOP/s"});
}

template <unsigned k>
void time_chain(weft::View<const float> in, weft::View<float> out, unsigned blocks) {
  const auto [seconds] =
      weft::side_by_side(9, [&] { multiply_adds<k><<<blocks, 256>>>(in, out); });
  plot("multiply-adds", of_chain(k), static_cast<double>(in.size()), seconds);
}

template <class T, class Sweep>
void time_sweep(const char* series, unsigned steps, Sweep sweep) {
  constexpr std::size_t n = 512;
  const std::vector<T> start = random_numbers<T>(n * n * n);
  const weft::Volume<T> in(n, n, n, start);
  weft::Volume<T> out(n, n, n, std::vector<T>(start.size(), NAN));
  const auto [seconds] = weft::side_by_side(9, [&] { sweep(in.view(), out.view()); });
  weft::check(cudaGetLastError());
  plot(series, of_sweep(steps, sizeof(T)), static_cast<double>(start.size()), seconds);
  std::vector<T> expected = start;
  for (unsigned i = 0; i < steps; ++i) expected = swept_on_host(In<T>(expected.data(), n, n, n));
  CHECK(out.to_host() == expected);
}

TEST_CASE("operations per second against operations per byte" * doctest::skip(!weft::measuring())) {
  int processors = 0;
  weft::check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  {
    const weft::Buffer<float> in(random_numbers<float>(1 << 27));
    weft::Buffer<float> out(in.size());
    const auto blocks = 8 * static_cast<unsigned>(processors);
    time_chain<1>(in.view(), out.view(), blocks);
    time_chain<4>(in.view(), out.view(), blocks);
    time_chain<16>(in.view(), out.view(), blocks);
    time_chain<64>(in.view(), out.view(), blocks);
    time_chain<128>(in.view(), out.view(), blocks);
    time_chain<512>(in.view(), out.view(), blocks);
  }
  time_sweep<float>("across", 1, by_across<float>);
  time_sweep<float>("march", 1, by_march<float>);
  time_sweep<double>("march, double", 1, by_march<double>);
  time_sweep<float>("wide", 1, by_wide<>);
  time_sweep<float>("wide, 2 steps", 2, by_several_wide<2>);
}
