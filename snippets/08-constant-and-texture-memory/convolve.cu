// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 4281a38b4f33b4edec15714cbdb8dcff0a1b1d5e]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"

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

template <int radius>
Floats convolved(const Floats& picture, int rows, int columns, const Floats& mask) {
  const weft::Matrix<float> input(rows, columns, picture);
  weft::Matrix<float> result(rows, columns, Floats(picture.size(), NAN));
  set_mask(mask);
  const dim3 blocks = blocks_over(rows, columns);
  convolve<radius><<<blocks, block>>>(input.view(), ConstantMask{}, result.view());
  weft::check(cudaGetLastError());
  return result.to_host();
}

Floats some_numbers(std::size_t n) {
  std::mt19937 bits(8);
  Floats numbers(n);
  for (float& number : numbers) number = static_cast<float>(bits() % 251) - 100;
  return numbers;
}

TEST_CASE("every pixel equals the host's, for every shape") {
  const Floats mask = some_numbers(81);
  for (const auto& [rows, columns] : {std::pair{1, 1}, {2, 3}, {31, 17}, {9, 100}}) {
    const Floats picture = some_numbers(rows * columns);
    CHECK(convolved<4>(picture, rows, columns, mask) ==
          convolve_on_host(picture, rows, columns, mask, 4));
  }
}

TEST_CASE("a single bright pixel becomes the mask, not the mirrored mask") {
  Floats dark(25, 0.0f), mask = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  dark[12] = 1;
  const auto upper_left = [&] { return convolved<1>(dark, 5, 5, mask)[6]; };
  const float straight = upper_left();
  std::reverse(mask.begin(), mask.end());  // mirrored twice is not mirrored: a correlation
  const float turned = upper_left();
  CHECK(straight == 1);
  CHECK(turned == 9);
  std::printf("upper left: %g by convolution, %g by correlation\n", straight, turned);
}

TEST_CASE("a mask in constant memory halves the global load requests") {
  const weft::Buffer<float> mask(some_numbers(9));
  const weft::Matrix<float> input(64, 64, some_numbers(64 * 64));
  weft::Matrix<float> result(64, 64);
  const auto requests = [&](auto weights) {
    return loom::observe([&] {
      convolve<1><<<blocks_over(64, 64), block>>>(input.view(), weights, result.view());
    }).global_loads.requests;
  };
  CHECK(requests(GlobalMask{mask.data()}) == 2 * requests(ConstantMask{}));
}
