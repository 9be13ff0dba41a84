// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 b36ba04dbce331534caf6b15ace8836be3674570]
#include <doctest/doctest.h>

#include "common/matrix.cuh"

constexpr unsigned inner = 16, tile = inner + 2;

__global__ void mean_by_tile(weft::MatrixView<const float> in, weft::MatrixView<float> out) {
  __shared__ float points[tile][tile];
  const std::size_t row = blockIdx.y * inner + threadIdx.y, column = blockIdx.x * inner + threadIdx.x;
  const unsigned y = threadIdx.y, x = threadIdx.x;
  if (row + 1 >= in.rows() || column + 1 >= in.columns()) return;
  points[y][x] = in(row, column);
  __syncthreads();
  if (y == 0 || y == tile - 1 || x == 0 || x == tile - 1) return;
  const auto& p = points;
  const float four = p[y - 1][x] + p[y + 1][x] + p[y][x - 1] + p[y][x + 1];  // finds: uninitialised-read
  out(row, column) = 0.25f * four;
}

TEST_CASE("threads that return early leave the halo of others unloaded") {
  const weft::Matrix<float> in(18, 18, std::vector<float>(18 * 18, 1.0f));
  weft::Matrix<float> out(18, 18, std::vector<float>(18 * 18));
  mean_by_tile<<<1, dim3(tile, tile)>>>(in.view(), out.view());
  weft::check(cudaDeviceSynchronize());
}
