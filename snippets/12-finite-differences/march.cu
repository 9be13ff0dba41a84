// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 7c9dd20b421255757c339126217d0cd434226efd]
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

// The accesses of one sweep over a volume whose shape wastes no thread and no sector.
loom::Seen seen_of(Way<float> way) {
  const weft::Volume<float> in(32, 18, 256, random_numbers<float>(32 * 18 * 256));
  weft::Volume<float> out(32, 18, 256, std::vector<float>(32 * 18 * 256));
  return loom::observe([&] { way(in.view(), out.view()); });
}

void print(const char* name, const loom::Seen& seen, unsigned sweeps = 1) {
  constexpr double warps = 32 * 18 * 256 / 32;  // groups of 32 points
  const auto& [requests, sectors, bytes] = seen.global_loads;
  std::printf("`%s` | %.1f | %.1f | %.1f | %.1f\n", name, requests / warps / sweeps,
              seen.global_loads.sectors_per_request(),
              (sectors + seen.global_stores.sectors) / warps / sweeps,
              (seen.shared_loads.wavefronts + seen.shared_stores.wavefronts) / warps / sweeps);
}

void print_head() {
  std::puts("kernel | loads | sectors per load | sectors | shared wavefronts");
}

TEST_CASE_TEMPLATE("marching gives the host's numbers, whatever the shape and the chunk", T, float,
                   double) {
  expect_sweeps<T>(by_march<T>, awkward);
  expect_sweeps<T>(by_march<T, 1>, awkward);
  expect_sweeps<T>(by_march<T, 5, 64, 4>, awkward);
}

TEST_CASE("four points per thread give the host's numbers, and so does the fallback for other rows") {
  expect_sweeps<float>(by_wide<>, awkward);
  expect_sweeps<float>(by_wide<1>, awkward);
  expect_sweeps<float>(by_wide<5, 2>, {{4, 4, 4}, {7, 9, 128}, {6, 5, 132}, {3, 3, 256}});
}

TEST_CASE("marching makes fewer requests; four points per thread make far fewer, and touch fewer sectors in all") {
  const loom::Seen single = seen_of(by_each<float>), marching = seen_of(by_march<float>),
                   four = seen_of(by_wide<>);
  CHECK(single.global_loads.requests > 1.1 * marching.global_loads.requests);
  CHECK(marching.global_loads.requests > 3.5 * four.global_loads.requests);
  CHECK(marching.global_loads.sectors > 1.3 * four.global_loads.sectors);
  CHECK(four.global_stores.sectors_per_request() == 16);
#ifdef __LOOM__
  print_head();
  print("each", single);
  print("march", marching);
  print("wide", four);
#endif
}

template <unsigned chunk>
void time_chunk(const char* size, In<float> in, Out<float> out) {
  const auto [narrow, four] = weft::side_by_side(
      9, [&] { by_march<float, chunk>(in, out); }, [&] { by_wide<chunk>(in, out); });
  const double points = 1e-9 * static_cast<double>(in.size());
  const std::string of = std::string(" of ") + size;
  weft::report({"march" + of, 1.0 * chunk, "planes per chunk", points / narrow, "G points/s"});
  weft::report({"wide" + of, 1.0 * chunk, "planes per chunk", points / four, "G points/s"});
}

TEST_CASE("sweep rate against planes per chunk" * doctest::skip(!weft::measuring())) {
  for (const std::size_t n : {256, 512}) {
    const std::vector<float> start = random_numbers<float>(n * n * n);
    const weft::Volume<float> in(n, n, n, start);
    weft::Volume<float> out(n, n, n, start);
    const std::string name = std::to_string(n) + "³";
    time_chunk<1>(name.c_str(), in.view(), out.view());
    time_chunk<4>(name.c_str(), in.view(), out.view());
    time_chunk<16>(name.c_str(), in.view(), out.view());
    time_chunk<64>(name.c_str(), in.view(), out.view());
    time_chunk<256>(name.c_str(), in.view(), out.view());
    CHECK(out.to_host() == swept_on_host(In<float>(start.data(), n, n, n)));
  }
}
