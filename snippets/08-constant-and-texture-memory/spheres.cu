// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 4a2020167caefb80e6f2028d0eeb07473e566575]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/measure.cuh"
#include "common/picture.cuh"
#include "common/side-by-side.cuh"

struct Sphere {
  float x, y, z, radius;
  float red, green, blue;
};

// How near the eye the ray through (x, y) meets the sphere: the larger, the nearer.
__host__ __device__ float nearness(const Sphere& sphere, float x, float y) {
  const float dx = x - sphere.x, dy = y - sphere.y;
  const float rest = sphere.radius * sphere.radius - dx * dx - dy * dy;
  return rest > 0 ? sphere.z + sqrtf(rest) : -INFINITY;
}

__host__ __device__ uchar3 look(const Sphere* spheres, int count, float x, float y) {
  float nearest = -INFINITY;
  int seen = -1;
  for (int i = 0; i < count; ++i) {
    const float here = nearness(spheres[i], x, y);
    if (here > nearest) nearest = here, seen = i;
  }
  if (seen < 0) return make_uchar3(24, 26, 38);
  const Sphere& sphere = spheres[seen];
  const float facing = (-0.48f * (x - sphere.x) - 0.6f * (y - sphere.y) +
                        0.64f * (nearest - sphere.z)) / sphere.radius;
  const float light = 255 * (0.15f + 0.85f * fmaxf(facing, 0.0f));
  const auto shade = [=](float x) { return static_cast<unsigned char>(x * light + 0.5f); };
  return make_uchar3(shade(sphere.red), shade(sphere.green), shade(sphere.blue));
}

constexpr dim3 block(32, 8);

dim3 blocks_over(std::size_t rows, std::size_t columns) {
  return dim3(static_cast<unsigned>((columns + block.x - 1) / block.x),
              static_cast<unsigned>((rows + block.y - 1) / block.y));
}

__device__ unsigned my_column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ unsigned my_row() { return blockIdx.y * blockDim.y + threadIdx.y; }

constexpr int most = 128;
__constant__ Sphere in_constant[most];

using Canvas = weft::MatrixView<uchar3>;

__device__ void paint(const Sphere* spheres, int count, Canvas canvas) {
  const unsigned row = my_row(), column = my_column();
  if (row >= canvas.rows() || column >= canvas.columns()) return;
  canvas(row, column) = look(spheres, count, 1.0f * column, 1.0f * row);
}

__global__ void cast_constant(int count, Canvas canvas) { paint(in_constant, count, canvas); }

__global__ void cast_global(const Sphere* spheres, int count, Canvas canvas) {
  paint(spheres, count, canvas);
}

std::vector<Sphere> fill_scene(int rows, int columns) {
  unsigned state = 2024;
  const auto up_to = [&](int n) {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>((state >> 8) % static_cast<unsigned>(n));
  };
  const auto part = [&] { return 0.3f + up_to(70) / 100; };
  std::vector<Sphere> spheres(most);
  for (Sphere& sphere : spheres)
    sphere = {up_to(columns), up_to(rows), up_to(columns), 8 + up_to(rows / 6),
              part(), part(), part()};
  weft::check(cudaMemcpyToSymbol(in_constant, spheres.data(), sizeof in_constant));
  return spheres;
}

bool nearly(uchar3 p, uchar3 q) {
  return std::abs(p.x - q.x) <= 1 && std::abs(p.y - q.y) <= 1 && std::abs(p.z - q.z) <= 1;
}

TEST_CASE("the same picture from constant memory, from global memory and from the host") {
  constexpr int rows = 240, columns = 320, count = 40;
  const weft::Buffer<Sphere> spheres(fill_scene(rows, columns));
  weft::Matrix<uchar3> constant(rows, columns), global(rows, columns);
  const dim3 blocks = blocks_over(rows, columns);
  cast_constant<<<blocks, block>>>(count, constant.view());
  cast_global<<<blocks, block>>>(spheres.data(), count, global.view());
  weft::check(cudaGetLastError());

  const std::vector<Sphere> scene = spheres.to_host();
  std::vector<uchar3> expected;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      expected.push_back(look(scene.data(), count, 1.0f * column, 1.0f * row));
  const std::vector<uchar3> picture = constant.to_host(), other = global.to_host();
  CHECK(std::equal(expected.begin(), expected.end(), picture.begin(), nearly));
  CHECK(std::equal(expected.begin(), expected.end(), other.begin(), nearly));
  weft::write_picture("spheres.ppm", weft::Picture<uchar3>{rows, columns, picture});
  const auto met = [](uchar3 p) { return p.x != 24 || p.y != 26 || p.z != 38; };
  std::printf("%td of %zu rays meet a sphere\n",
              std::count_if(picture.begin(), picture.end(), met), picture.size());
}

TEST_CASE("in global memory, a read by all lanes of one number is a request for one sector") {
  static_assert(sizeof(Sphere) == 28 && alignof(Sphere) == 4);
  const std::vector<Sphere> one = {{16, 16, 0, 12, 1, 1, 1}};
  const weft::Buffer<Sphere> spheres(one);
  weft::Matrix<uchar3> picture(32, 32);
  const auto seen = loom::observe([&] {
    cast_global<<<blocks_over(32, 32), block>>>(spheres.data(), 1, picture.view());
  });
  CHECK(seen.global_loads.requests > 0);
  CHECK(seen.global_loads.sectors_per_request() == 1);
}

TEST_CASE("for long lists, global memory is faster than constant memory" * doctest::skip(!weft::measuring())) {
  constexpr int size = 4096;
  const weft::Buffer<Sphere> spheres(fill_scene(size, size));
  weft::Matrix<uchar3> picture(size, size);
  const dim3 blocks = blocks_over(size, size);
  for (int count = 8; count <= most; count *= 4) {
    const auto [constant, global] = weft::side_by_side(
        9, [&] { cast_constant<<<blocks, block>>>(count, picture.view()); },
        [&] { cast_global<<<blocks, block>>>(spheres.data(), count, picture.view()); });
    weft::check(cudaGetLastError());
    const double tests = 1e-9 * size * size * count;
    weft::report({"constant", 1.0 * count, "spheres", tests / constant, "G tests/s"});
    weft::report({"global", 1.0 * count, "spheres", tests / global, "G tests/s"});
    CHECK(constant > 0.9 * global);
    if (count == most) CHECK(global < constant);
  }
}
