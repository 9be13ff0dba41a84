// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 26aa8a024db7b8347b01e567692a92047376e95f]
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>

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

// How far a point is from the mean of its neighbours. For floats that are not negative, the order
// of the bits is the order of the numbers, so integers can find the largest.
__device__ unsigned miss(float here, float mean) { return __float_as_uint(fabsf(here - mean)); }

__global__ void residual(In<float> u, unsigned* largest) {
  const std::size_t z = my_z(), y = my_y(), x = my_x();
  if (z >= u.planes() || y >= u.rows() || x >= u.columns() || on_surface(u, z, y, x)) return;
  const float mean = mean_of(u(z, y, x - 1), u(z, y, x + 1), u(z, y - 1, x), u(z, y + 1, x),
                             u(z - 1, y, x), u(z + 1, y, x));
  atomicMax(largest, miss(u(z, y, x), mean));
}

constexpr dim3 check_block(32, 4, 2);
constexpr unsigned warps = 8;

// All threads of the block must call it, once.
__device__ void raise_largest(unsigned mine, unsigned* largest) {
  __shared__ unsigned of_warp[warps];
  const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  for (unsigned away = 16; away > 0; away /= 2)
    mine = max(mine, __shfl_xor_sync(0xffffffffu, mine, away));
  if (thread % 32 == 0) of_warp[thread / 32] = mine;
  __syncthreads();
  if (thread > 0) return;
  for (const unsigned other : of_warp) mine = max(mine, other);
  if (mine > 0) atomicMax(largest, mine);
}

// A thread sweeps the points of its column in strides of the grid's layers.
__global__ void sweep_and_ask(In<float> in, Out<float> out, unsigned* largest) {
  const std::size_t y = my_y(), x = my_x(), all = std::size_t{gridDim.z} * blockDim.z;
  const bool there = y < in.rows() && x < in.columns();
  unsigned mine = 0;
  for (std::size_t z = my_z(); there && z < in.planes(); z += all) {
    const float here = in(z, y, x);
    float mean = here;
    if (!on_surface(in, z, y, x))
      mean = mean_of(in(z, y, x - 1), in(z, y, x + 1), in(z, y - 1, x), in(z, y + 1, x),
                     in(z - 1, y, x), in(z + 1, y, x));
    out(z, y, x) = mean;
    mine = max(mine, miss(here, mean));
  }
  raise_largest(mine, largest);  // with all threads of the block
}

constexpr unsigned no_end = ~0u;

dim3 cover(In<float> u, dim3 block, unsigned layers) {
  return dim3(pieces(u.columns(), block.x), pieces(u.rows(), block.y),
              std::min(pieces(u.planes(), block.z), layers));
}
void by_residual(In<float> u, unsigned* largest) {
  residual<<<cover(u, check_block, no_end), check_block>>>(u, largest);
  weft::check(cudaGetLastError());
}
// Few layers of blocks: each thread has many points, and each block still makes one update.
void by_sweep_and_ask(In<float> in, Out<float> out, unsigned* largest, unsigned layers = 8) {
  sweep_and_ask<<<cover(in, check_block, layers), check_block>>>(in, out, largest);
  weft::check(cudaGetLastError());
}

// Sweeps until no point misses the mean of its neighbours by more than `enough`; returns how often.
unsigned solve(weft::Volume<float>& now, weft::Volume<float>& then, float enough,
               unsigned most = no_end) {
  weft::Buffer<unsigned> largest(1);
  for (unsigned sweeps = 1;; ++sweeps) {
    by_each<float>(std::as_const(now).view(), then.view());
    std::swap(now, then);
    weft::check(cudaMemset(largest.data(), 0, sizeof(unsigned)));
    by_residual(std::as_const(now).view(), largest.data());
    if (std::bit_cast<float>(largest.to_host()[0]) <= enough || sweeps == most) return sweeps;
  }
}

constexpr unsigned often = 32;

unsigned solve_quickly(weft::Volume<float>& now, weft::Volume<float>& then, float enough,
                       unsigned most = no_end) {
  weft::Buffer<unsigned> largest(1);
  for (unsigned sweeps = 1;; ++sweeps) {
    const bool ask = sweeps % often == 0;
    if (ask) weft::check(cudaMemsetAsync(largest.data(), 0, sizeof(unsigned)));
    if (ask) by_sweep_and_ask(std::as_const(now).view(), then.view(), largest.data());
    else by_each<float>(std::as_const(now).view(), then.view());
    std::swap(now, then);
    if (ask && std::bit_cast<float>(largest.to_host()[0]) <= enough) return sweeps;
    if (sweeps == most) return sweeps;
  }
}

constexpr std::size_t planes = 20, rows = 12, columns = 64, size = planes * rows * columns;

TEST_CASE("the residual has one atomic request per warp, the sweep has none") {
  const weft::Volume<float> in(planes, rows, columns, random_numbers<float>(size));
  weft::Volume<float> out(planes, rows, columns, std::vector<float>(size));
  weft::Buffer<unsigned> largest(std::vector<unsigned>{0});
  const loom::Seen seen[] = {
      loom::observe([&] { by_each<float>(in.view(), out.view()); }),
      loom::observe([&] { by_residual(in.view(), largest.data()); }),
      loom::observe([&] { by_sweep_and_ask(in.view(), out.view(), largest.data(), no_end); }),
      loom::observe([&] { by_sweep_and_ask(in.view(), out.view(), largest.data()); })};
  const auto atomics = [&](int i) { return seen[i].global_atomics.requests; };
  const unsigned warps_inside = (planes - 2) * (rows - 2) * columns / 32;
  CHECK(atomics(0) == 0);
  CHECK(atomics(1) == warps_inside);
  CHECK(atomics(2) <= planes / 2 * (rows / 4) * columns / 32);
  CHECK(atomics(3) <= 8 * (rows / 4) * columns / 32);
  CHECK(seen[3].global_loads.requests <
        0.7 * (seen[0].global_loads.requests + seen[1].global_loads.requests));
#ifdef __LOOM__
  std::puts("of one launch | `each` | `residual` | one update per block | 8 layers of blocks");
  const auto row = [&](const char* name, auto figure) {
    std::printf("%s", name);
    for (const loom::Seen& one : seen) std::printf(" | %.0f", 1.0 * figure(one));
    std::puts("");
  };
  row("`…op_ld.sum`, requests", [](auto& one) { return one.global_loads.requests; });
  row("`…op_ld.sum`, sectors", [](auto& one) { return one.global_loads.sectors; });
  row("`…op_st.sum`, requests", [](auto& one) { return one.global_stores.requests; });
  row("`…op_red.sum`, requests", [](auto& one) { return one.global_atomics.requests; });
#endif
}

TEST_CASE("the sweep finds the same residual as the separate kernel") {
  const std::vector<float> start = random_numbers<float>(37 * 9 * 45);
  const weft::Volume<float> in(37, 9, 45, start);
  weft::Buffer<unsigned> one(std::vector<unsigned>{0});
  by_residual(in.view(), one.data());
  CHECK(std::bit_cast<float>(one.to_host()[0]) > 0.3f);
  for (const unsigned layers : {no_end, 8u, 1u}) {
    weft::Volume<float> out(37, 9, 45, std::vector<float>(start.size(), NAN));
    weft::Buffer<unsigned> other(std::vector<unsigned>{0});
    by_sweep_and_ask(in.view(), out.view(), other.data(), layers);
    CHECK(one.to_host() == other.to_host());
    CHECK(out.to_host() == swept_on_host(In<float>(start.data(), 37, 9, 45)));
  }
}

TEST_CASE("both solvers agree; a test every 32nd sweep costs at most 32 extra sweeps") {
  std::vector<float> start(9 * 9 * 9);
  std::fill(start.end() - 81, start.end(), 1.0f);  // one hot face
  weft::Volume<float> a(9, 9, 9, start), b(9, 9, 9, start), c(9, 9, 9, start), d(9, 9, 9, start);
  const unsigned slow = solve(a, b, 1e-6f), quick = solve_quickly(c, d, 1e-6f);
  CHECK(quick >= slow);
  CHECK(quick <= slow + often);
  // Six such cubes, each with a different hot face, add up to a cube with six hot faces.
  CHECK(c.to_host()[9 * 9 * 9 / 2] == doctest::Approx(1.0 / 6).epsilon(1e-3));
  CHECK(solve(a, b, 0, 7) == 7);
  CHECK(solve_quickly(c, d, 0, 7) == 7);
}

TEST_CASE("time of the sweep and of its residual" * doctest::skip(!weft::measuring())) {
  constexpr unsigned sweeps = 6 * often;
  for (const std::size_t n : {64, 128, 256, 512}) {
    const std::vector<float> start = random_numbers<float>(n * n * n);
    const weft::Volume<float> in(n, n, n, start);
    weft::Volume<float> out(n, n, n, start), now(n, n, n, start), then(n, n, n, start);
    weft::Buffer<unsigned> largest(std::vector<unsigned>{0});
    const auto seconds = weft::side_by_side(
        9, [&] { by_each<float>(in.view(), out.view()); },
        [&] { by_residual(in.view(), largest.data()); },
        [&] { by_sweep_and_ask(in.view(), out.view(), largest.data(), no_end); },
        [&] { by_sweep_and_ask(in.view(), out.view(), largest.data()); });
    CHECK(out.to_host() == swept_on_host(In<float>(start.data(), n, n, n)));
    const auto solved = weft::side_by_side(3, [&] { solve(now, then, 0, sweeps); },
                                           [&] { solve_quickly(now, then, 0, sweeps); });
    const auto report = [&](const char* series, double time) {
      weft::report({series, 1.0 * n, "points per side", 1e6 * time, "µs"});
    };
    const char* const series[] = {"sweep", "residual", "sweep with residual", "the same, in 8 layers"};
    for (int i = 0; i < 4; ++i) report(series[i], seconds[i]);
    report("solve, per sweep", solved[0] / sweeps);
    report("solve_quickly, per sweep", solved[1] / sweeps);
  }
}
