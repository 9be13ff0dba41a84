// Tangled from chapters/06-matrices.md. Edit there. [sha1 104eb0cb251100a711d6375fdbeb6976e15ebd02]
#include <algorithm>

#include <doctest/doctest.h>
#include <loom/observe.h>

#include "common/matrix.cuh"
#include "common/measure.cuh"

using In = weft::MatrixView<const float>;
using Out = weft::MatrixView<float>;

__device__ std::size_t my_x() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }
__device__ std::size_t my_y() { return std::size_t{blockIdx.y} * blockDim.y + threadIdx.y; }

dim3 blocks_for(std::size_t size_x, std::size_t size_y, dim3 block) {
  return dim3(static_cast<unsigned>((size_x + block.x - 1) / block.x),
              static_cast<unsigned>((size_y + block.y - 1) / block.y));
}

template <unsigned width, unsigned height>
__global__ void add_down_in_blocks(In a, In b, Out sum) {
  const std::size_t row = std::size_t{blockIdx.x} * width + threadIdx.x;
  const std::size_t column = std::size_t{blockIdx.y} * height + threadIdx.y;
  if (row >= sum.rows() || column >= sum.columns()) return;
  sum(row, column) = a(row, column) + b(row, column);
}

template <unsigned width, unsigned height>
void add_down(In a, In b, Out sum) {
  const dim3 block(width, height);
  add_down_in_blocks<width, height><<<blocks_for(sum.rows(), sum.columns(), block), block>>>(a, b, sum);
  weft::check(cudaGetLastError());
}

TEST_CASE("blocks of 32 × 8 and of 256 × 1 threads request the same sectors" * doctest::skip(weft::measuring())) {
  constexpr std::size_t rows = 256, columns = 64;
  const weft::Matrix<float> a(rows, columns, std::vector<float>(rows * columns, 1.0f));
  weft::Matrix<float> sum(rows, columns);
  const auto seen_in = [&](void (*add)(In, In, Out)) {
    sum = weft::Matrix<float>(rows, columns, std::vector<float>(rows * columns));
    const loom::Seen seen = loom::observe([&] { add(a.view(), a.view(), sum.view()); });
    CHECK(sum.to_host() == std::vector<float>(rows * columns, 2.0f));
    return seen.global_loads;
  };
  const auto wide = seen_in(add_down<32, 8>), long_blocks = seen_in(add_down<256, 1>);
  CHECK(wide.sectors_per_request() == 32);
  CHECK(wide.requests == long_blocks.requests);
  CHECK(wide.sectors == long_blocks.sectors);
}

TEST_CASE("both shapes add large matrices, for ncu to count" * doctest::skip(!weft::measuring())) {
  constexpr std::size_t size = 8191;
  weft::Matrix<float> a(size, size), b(size, size), sum(size, size);
  for (weft::Matrix<float>* one : {&a, &b})
    weft::check(cudaMemset(one->view().data(), 0, size * size * sizeof(float)));
  for (const auto add : {add_down<32, 8>, add_down<256, 1>}) {
    weft::check(cudaMemset(sum.view().data(), 0xff, size * size * sizeof(float)));
    add(a.view(), b.view(), sum.view());
    const std::vector<float> sums = sum.to_host();
    CHECK(std::count(sums.begin(), sums.end(), 0.0f) == size * size);
  }
}
