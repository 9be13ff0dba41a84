// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 bed09885064e5a0d4d57ce940dedc469467aca0d]
#include <algorithm>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/picture.cuh"

using Picture = weft::Picture<unsigned char>;

Picture photograph() {
  const auto here = std::filesystem::path(__FILE__).parent_path();
  return weft::read_grey(here / "../../chapters/figures" /
                         "08-constant-and-texture-memory-photograph.pgm");
}

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

__constant__ int sobel[9] = {-1, 0, 1, -2, 0, 2, -1, 0, 1};

template <class Number>
__global__ void find_edges(weft::MatrixView<const unsigned char> picture,
                           weft::MatrixView<unsigned char> edges) {
  const unsigned row = my_row(), column = my_column();
  if (row >= edges.rows() || column >= edges.columns()) return;
  Number rightwards = 0, downwards = 0;
  for (int d = 0; d < 3; ++d)
    for (int e = 0; e < 3; ++e) {
      const Number pixel = picture(clamped(int(row) + d - 1, picture.rows()),
                                   clamped(int(column) + e - 1, picture.columns()));
      rightwards += static_cast<Number>(sobel[3 * d + e]) * pixel;
      downwards += static_cast<Number>(sobel[3 * e + d]) * pixel;  // the transposed mask
    }
  const float across = static_cast<float>(rightwards), down = static_cast<float>(downwards);
  const float steepness = sqrtf(across * across + down * down);
  edges(row, column) = static_cast<unsigned char>(fminf(steepness, 255));
}

template <class Number>
Picture edges_of(const Picture& picture) {
  const weft::Matrix<unsigned char> input(picture.rows, picture.columns, picture.pixels);
  weft::Matrix<unsigned char> edges(picture.rows, picture.columns);
  const dim3 blocks = blocks_over(picture.rows, picture.columns);
  find_edges<Number><<<blocks, block>>>(input.view(), edges.view());
  weft::check(cudaGetLastError());
  return {picture.rows, picture.columns, edges.to_host()};
}

TEST_CASE("a slope is as steep downhill as uphill, unless the numbers are unsigned") {
  const Picture rises{1, 5, {100, 110, 120, 130, 140}}, falls{1, 5, {140, 130, 120, 110, 100}};
  const std::vector<unsigned char> steepness = {40, 80, 80, 80, 40}, clamped_all(5, 255);
  CHECK(edges_of<int>(rises).pixels == steepness);
  CHECK(edges_of<int>(falls).pixels == steepness);
  CHECK(edges_of<unsigned>(rises).pixels == steepness);
  CHECK(edges_of<unsigned>(falls).pixels == clamped_all);
}

TEST_CASE("horizontal and vertical slopes combine, and the result is clamped to 255") {
  CHECK(edges_of<int>({3, 3, {0, 3, 6, 4, 7, 10, 8, 11, 14}}).pixels[4] == 40);  // 24, 32
  CHECK(edges_of<int>({3, 3, {8, 11, 14, 4, 7, 10, 0, 3, 6}}).pixels[4] == 40);  // 24, -32
  CHECK(edges_of<int>({1, 3, {0, 0, 255}}).pixels[1] == 255);
}

TEST_CASE("a cat, blurred, and the edges of a cat") {
  const Picture cat = photograph();
  const Floats weights = {1, 6, 15, 20, 15, 6, 1};
  Floats mask;
  for (const float down : weights)
    for (const float across : weights) mask.push_back(down * across / 4096);
  set_mask(mask);
  const weft::Matrix<unsigned char> input(cat.rows, cat.columns, cat.pixels);
  weft::Matrix<float> result(cat.rows, cat.columns);
  const dim3 blocks = blocks_over(cat.rows, cat.columns);
  convolve<3><<<blocks, block>>>(input.view(), ConstantMask{}, result.view());
  weft::check(cudaGetLastError());

  const Floats sharp(cat.pixels.begin(), cat.pixels.end()), soft = result.to_host();
  CHECK(soft == convolve_on_host(sharp, int(cat.rows), int(cat.columns), mask, 3));
  Picture blurred = cat;
  std::transform(soft.begin(), soft.end(), blurred.pixels.begin(),
                 [](float grey) { return static_cast<unsigned char>(grey + 0.5f); });
  const Picture edges = edges_of<int>(cat);
  const auto steep = std::count_if(edges.pixels.begin(), edges.pixels.end(),
                                   [](int steepness) { return steepness > 100; });
  std::printf("%zu x %zu pixels, %td of them on an edge\n", cat.columns, cat.rows, steep);
  write_picture("original.pgm", cat);
  write_picture("blurred.pgm", blurred);
  write_picture("edges.pgm", edges);
}
