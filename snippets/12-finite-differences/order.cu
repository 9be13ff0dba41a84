// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 a802e635a3fa561f4c54673e4a8927b4d5a3ea6c]
#include <cmath>
#include <cstdio>
#include <utility>

#include <doctest/doctest.h>

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

const double pi = std::acos(-1.0);

double exact(double z, double y, double x) {
  const double k = std::sqrt(2.0) * pi;
  return std::sin(pi * x) * std::sin(pi * y) * std::sinh(k * z) / std::sinh(k);
}

// Sweeps until no value changes any more; returns the error in the middle of the cube.
template <class T>
double error_of_cube(std::size_t n, unsigned sweeps) {
  const std::size_t side = n + 1;
  const double h = 1.0 / static_cast<double>(n);
  std::vector<T> start(side * side * side);
  for (std::size_t y = 0; y < side; ++y)
    for (std::size_t x = 0; x < side; ++x)
      start[(n * side + y) * side + x] = static_cast<T>(exact(1, h * y, h * x));
  weft::Volume<T> now(side, side, side, start), then(side, side, side, start);
  for (unsigned i = 0; i < sweeps; ++i) {
    by_each<T>(std::as_const(now).view(), then.view());
    std::swap(now, then);
  }
  return std::abs(now.to_host()[start.size() / 2] - exact(0.5, 0.5, 0.5));
}

TEST_CASE("half the width, a quarter of the error") {
  const double coarse = error_of_cube<double>(6, 220), fine = error_of_cube<double>(12, 880);
  CHECK(coarse / fine > 3.9);
  CHECK(coarse / fine < 4.1);
  CHECK(error_of_cube<float>(12, 880) == doctest::Approx(fine).epsilon(1e-3));
  std::printf("error in the middle with 6 intervals: %.5f, with 12: %.5f\n", coarse, fine);
}
