// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 1ee77f5931250ecb61f3bea86acb914c07678d8e]
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include <doctest/doctest.h>
#include <loom/observe.h>

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

TEST_CASE_TEMPLATE("a sweep gives the host's numbers, bit for bit, whatever the shape", T, float,
                   double) {
  expect_sweeps<T>(by_each<T>, awkward);
  expect_sweeps<T>(by_across<T>, awkward);
}

TEST_CASE("lanes along a row touch 4 or 5 sectors, lanes across the planes 32") {
  const loom::Seen along = seen_of(by_each<float>), across = seen_of(by_across<float>);
  CHECK(along.global_loads.sectors_per_request() > 4);
  CHECK(along.global_loads.sectors_per_request() < 4.5);
  CHECK(along.global_stores.sectors_per_request() == 4);
  CHECK(across.global_loads.sectors_per_request() > 16);
  CHECK(across.global_stores.sectors_per_request() > 16);
#ifdef __LOOM__
  print_head();
  print("across", across);
  print("each", along);
#endif
}
