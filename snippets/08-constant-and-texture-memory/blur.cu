// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 8bf79ede0b9401edd1b4f5c6814de61153a71679]
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

__constant__ float in_constant[side<7> * side<7>];

struct ConstantMask {
  __device__ float operator[](int k) const { return in_constant[k]; }
};

void set_mask(const std::vector<float>& mask) {
  weft::check(cudaMemcpyToSymbol(in_constant, mask.data(), mask.size() * sizeof(float)));
}

template <int radius>
struct ByValue {
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
  for (int d = -radius; d <= radius; ++d)
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

// A picture, and five ways to convolve it with the mask of 7 × 7.
struct Blur {
  Blur(std::size_t rows, std::size_t columns)
      : picture(rows, columns, some_numbers(rows * columns)),
        between(rows, columns),
        result(rows, columns, Floats(rows * columns, NAN)) {
    set_mask(square());
    std::copy_n(square().begin(), 49, by_value.weights);
    std::copy_n(line.begin(), 7, line_by_value.weights);
  }
  template <class Mask>
  void whole(Mask mask) {
    convolve<3><<<blocks(), block>>>(picture.view(), mask, result.view());
  }
  void tiled() {
    convolve_tile<3><<<blocks(), block>>>(picture.view(), by_value, result.view());
  }
  void one_way(const weft::Matrix<float>& from, int down, weft::Matrix<float>& to) {
    convolve_one_way<3><<<blocks(), block>>>(from.view(), line_by_value, down, to.view());
  }
  void both_ways() {
    one_way(picture, 0, between);
    one_way(between, 1, result);
  }
  dim3 blocks() const { return blocks_over(picture.view().rows(), picture.view().columns()); }

  weft::Buffer<float> in_global{square()};
  ByValue<3> by_value, line_by_value{};
  const weft::Matrix<float> picture;
  weft::Matrix<float> between, result;
};

TEST_CASE("all five ways give the same result") {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {31, 17}, {9, 100}}) {
    Blur blur(rows, columns);
    const Floats expected =
        convolve_on_host(some_numbers(rows * columns), rows, columns, square(), 3);
    const auto check = [&](auto way) {
      way();
      weft::check(cudaGetLastError());
      CHECK(blur.result.to_host() == expected);
    };
    check([&] { blur.whole(blur.in_global.data()); });
    check([&] { blur.whole(ConstantMask{}); });
    check([&] { blur.whole(blur.by_value); });
    check([&] { blur.tiled(); });
    check([&] { blur.both_ways(); });
  }
}

TEST_CASE("49 loads per pixel, or 14, or less than 2.25") {
  Blur blur(64, 128);
  const auto requests = [](auto way) { return loom::observe(way).global_loads.requests; };
  const auto warps = 64 * 128 / 32;
  const auto whole = requests([&] { blur.whole(blur.by_value); });
  const auto both_ways = requests([&] { blur.both_ways(); });
  const auto tiled = requests([&] { blur.tiled(); });
  CHECK(whole == 49 * warps);
  CHECK(both_ways == 14 * warps);
  CHECK(tiled < 2.25 * warps);
  std::printf("requests per warp: %.2f, %.2f, %.2f\n", 1.0 * whole / warps,
              1.0 * both_ways / warps, 1.0 * tiled / warps);
}

TEST_CASE("five convolutions against picture size" * doctest::skip(!weft::measuring())) {
  for (const int size : {1024, 4096, 8192}) {
    Blur blur(size, size);
    const auto seconds = weft::side_by_side(
        9, [&] { blur.whole(blur.in_global.data()); }, [&] { blur.whole(ConstantMask{}); },
        [&] { blur.whole(blur.by_value); }, [&] { blur.tiled(); }, [&] { blur.both_ways(); });
    weft::check(cudaGetLastError());
    const char* const series[] = {"mask in global memory", "in constant memory",
                                  "as an argument", "with a halo tile", "in two passes"};
    for (std::size_t way = 0; way < seconds.size(); ++way)
      weft::report({series[way], 1.0 * size, "rows", 1e-9 * size * size / seconds[way],
                    "G pixels/s"});
  }
}
