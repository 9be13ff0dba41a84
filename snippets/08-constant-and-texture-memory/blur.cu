// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 cfea34a7a053d0dad40b5e76268da4558bcfbce3]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

__host__ __device__ std::size_t clamped(int i, std::size_t size) {
  const int last = static_cast<int>(size) - 1;
  return static_cast<std::size_t>(i < 0 ? 0 : i > last ? last : i);
}

constexpr dim3 block(32, 8);

dim3 blocks_over(std::size_t rows, std::size_t columns) {
  return dim3(static_cast<unsigned>((columns + block.x - 1) / block.x),
              static_cast<unsigned>((rows + block.y - 1) / block.y));
}

__device__ unsigned my_column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ unsigned my_row() { return blockIdx.y * blockDim.y + threadIdx.y; }

template <int radius>
constexpr int side = 2 * radius + 1;

template <int radius, class T, class Mask>
__global__ void convolve(weft::MatrixView<const T> picture, Mask mask,
                         weft::MatrixView<float> result) {
  const unsigned row = my_row(), column = my_column();
  if (row >= result.rows() || column >= result.columns()) return;
  float sum = 0;
#pragma unroll
  for (int d = -radius; d <= radius; ++d)
#pragma unroll
    for (int e = -radius; e <= radius; ++e)
      sum += mask[(d + radius) * side<radius> + e + radius] *
             picture(clamped(int(row) - d, picture.rows()),
                     clamped(int(column) - e, picture.columns()));
  result(row, column) = sum;
}

struct GlobalMask {
  const float* weights;
  __device__ float operator[](int k) const { return weights[k]; }
};

__constant__ float in_constant[side<7> * side<7>];

struct ConstantMask {
  __device__ float operator[](int k) const { return in_constant[k]; }
};

void set_mask(const std::vector<float>& mask) {
  weft::check(cudaMemcpyToSymbol(in_constant, mask.data(), mask.size() * sizeof(float)));
}

template <int radius>
struct ArgumentMask {
  float weights[side<radius> * side<radius>];
  __device__ float operator[](int k) const { return weights[k]; }
};

constexpr int tile_rows = 8, tile_columns = 32;  // as many as a block has threads

template <int radius, class Mask>
__global__ void convolve_tile(weft::MatrixView<const float> picture, Mask mask,
                              weft::MatrixView<float> result) {
  constexpr int height = tile_rows + 2 * radius, width = tile_columns + 2 * radius;
  __shared__ float tile[height][width];
  const int top = int(blockIdx.y) * tile_rows - radius;
  const int left = int(blockIdx.x) * tile_columns - radius;
  const int mine = int(threadIdx.y) * tile_columns + int(threadIdx.x);
  for (int i = mine; i < height * width; i += tile_rows * tile_columns)
    tile[i / width][i % width] = picture(clamped(top + i / width, picture.rows()),
                                         clamped(left + i % width, picture.columns()));
  __syncthreads();
  const unsigned row = my_row(), column = my_column();
  if (row >= result.rows() || column >= result.columns()) return;
  float sum = 0;
#pragma unroll
  for (int d = -radius; d <= radius; ++d)
#pragma unroll
    for (int e = -radius; e <= radius; ++e)
      sum += mask[(d + radius) * side<radius> + e + radius] *
             tile[int(threadIdx.y) + radius - d][int(threadIdx.x) + radius - e];
  result(row, column) = sum;
}

// With a row of weights (down = 0) or a column of them (down = 1), which `line` holds.
template <int radius, class Mask>
__global__ void convolve_one_way(weft::MatrixView<const float> picture, Mask line, int down,
                                 weft::MatrixView<float> result) {
  const unsigned row = my_row(), column = my_column();
  if (row >= result.rows() || column >= result.columns()) return;
  float sum = 0;
#pragma unroll
  for (int d = -radius; d <= radius; ++d)
    sum += line[d + radius] * picture(clamped(int(row) - d * down, picture.rows()),
                                      clamped(int(column) - d * (1 - down), picture.columns()));
  result(row, column) = sum;
}

using Floats = std::vector<float>;

Floats convolve_on_host(const Floats& picture, int rows, int columns, const Floats& mask,
                        int radius) {
  Floats result;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      double sum = 0;
      for (int d = -radius; d <= radius; ++d)
        for (int e = -radius; e <= radius; ++e) {
          const int r = std::clamp(row - d, 0, rows - 1);
          const int c = std::clamp(column - e, 0, columns - 1);
          const double weight = mask[(d + radius) * (2 * radius + 1) + e + radius];
          sum += weight * picture[r * columns + c];
        }
      result.push_back(static_cast<float>(sum));
    }
  return result;
}

Floats some_numbers(std::size_t n) {
  std::mt19937 bits(8);
  Floats numbers(n);
  for (float& number : numbers) number = static_cast<float>(bits() % 251) - 100;
  return numbers;
}

const Floats line = {1, 6, 15, 20, 15, 6, 1};

Floats square() {
  Floats mask;
  for (const float down : line)
    for (const float across : line) mask.push_back(down * across);
  return mask;
}

// A picture, and the ways to convolve it with the mask of 7 × 7.
struct Blur {
  Blur(std::size_t rows, std::size_t columns)
      : picture(rows, columns, some_numbers(rows * columns)),
        between(rows, columns),
        result(rows, columns, Floats(rows * columns, NAN)) {
    set_mask(square());
    std::copy_n(square().begin(), 49, argument.weights);
    std::copy_n(line.begin(), 7, line_argument.weights);
  }
  template <class Mask>
  void plain(Mask mask) {
    convolve<3><<<blocks(), block>>>(picture.view(), mask, result.view());
  }
  template <class Mask>
  void tiled(Mask mask) {
    convolve_tile<3><<<blocks(), block>>>(picture.view(), mask, result.view());
  }
  void one_way(const weft::Matrix<float>& from, int down, weft::Matrix<float>& to) {
    convolve_one_way<3><<<blocks(), block>>>(from.view(), line_argument, down, to.view());
  }
  void both_ways() {
    one_way(picture, 0, between);
    one_way(between, 1, result);
  }
  dim3 blocks() const { return blocks_over(picture.view().rows(), picture.view().columns()); }

  weft::Buffer<float> weights{square()};
  GlobalMask global{weights.data()};
  ConstantMask constant;
  ArgumentMask<3> argument, line_argument{};
  const weft::Matrix<float> picture;
  weft::Matrix<float> between, result;
};

TEST_CASE("all ways to convolve give the same result") {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {31, 17}, {9, 100}}) {
    Blur blur(rows, columns);
    const Floats expected =
        convolve_on_host(some_numbers(rows * columns), rows, columns, square(), 3);
    const auto check = [&](auto way) {
      blur.result = weft::Matrix<float>(rows, columns, Floats(expected.size(), NAN));
      way();
      weft::check(cudaGetLastError());
      CHECK(blur.result.to_host() == expected);
    };
    check([&] { blur.plain(blur.global); });
    check([&] { blur.plain(blur.constant); });
    check([&] { blur.plain(blur.argument); });
    check([&] { blur.tiled(blur.global); });
    check([&] { blur.tiled(blur.constant); });
    check([&] { blur.tiled(blur.argument); });
    check([&] { blur.both_ways(); });
  }
}

TEST_CASE("global loads per pixel: 49 without a tile, 14 in two passes, below 2.25 with a tile") {
  Blur blur(64, 128);
  const auto requests = [](auto way) { return loom::observe(way).global_loads.requests; };
  const auto warps = 64 * 128 / 32;
  const auto plain = requests([&] { blur.plain(blur.argument); });
  const auto both_ways = requests([&] { blur.both_ways(); });
  const auto tiled = requests([&] { blur.tiled(blur.argument); });
  CHECK(plain == 49 * warps);
  CHECK(both_ways == 14 * warps);
  CHECK(tiled < 2.25 * warps);
  CHECK(requests([&] { blur.plain(blur.global); }) == 98 * warps);
  CHECK(requests([&] { blur.tiled(blur.global); }) == tiled + 49 * warps);
  std::printf("requests per warp: %.2f, %.2f, %.2f\n", 1.0 * plain / warps,
              1.0 * both_ways / warps, 1.0 * tiled / warps);
}

TEST_CASE("constants and arguments are as fast, global memory slower" *
          doctest::skip(!weft::measuring())) {
  for (const int size : {1024, 4096, 8192}) {
    Blur blur(size, size);
    const auto seconds = weft::side_by_side(
        9, [&] { blur.plain(blur.global); }, [&] { blur.plain(blur.constant); },
        [&] { blur.plain(blur.argument); }, [&] { blur.tiled(blur.global); },
        [&] { blur.tiled(blur.constant); }, [&] { blur.tiled(blur.argument); },
        [&] { blur.both_ways(); });
    weft::check(cudaGetLastError());
    const char* const series[] = {"global",         "constant",       "argument",  "tile, global",
                                  "tile, constant", "tile, argument", "two passes"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 1.0 * size, "rows", 1e-9 * size * size / seconds[way],
                    "G pixels/s"});
    if (size < 4096) continue;
    CHECK(std::abs(seconds[1] / seconds[2] - 1) < 0.05);
    CHECK(std::abs(seconds[4] / seconds[5] - 1) < 0.05);
    CHECK(seconds[0] > 1.05 * seconds[1]);
    CHECK(seconds[3] > 1.3 * seconds[4]);
    CHECK(seconds[4] < seconds[6]);
    CHECK(seconds[6] < seconds[1]);
  }
}
