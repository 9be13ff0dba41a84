// Exercise "A product with a transposed first factor": a product whose first factor is stored transposed.
#include "25-matrix-product/turned-factor.hpp"
#include "common/matrix.cuh"
#include "common/product-kernel.cuh"

// your code begins
using Mine = weft::Tiling<128, 64, 8, 64, 32, 8, 8, 3, 4>;
constexpr unsigned stages = 3;

// Copies `depth` rows of a tile, beginning with row `first` of the matrix; zeros beyond its edges.
template <unsigned width>
__device__ void fetch(float (&tile)[Mine::depth][width], Factor from, unsigned first, unsigned left) {
  for (unsigned p = 4 * threadIdx.x; p < Mine::depth * width; p += 4 * Mine::threads) {
    const unsigned row = first + p / width, column = left + p % width;
    const bool there = row < from.rows() && column < from.columns();
    weft::copy_or_clear<4>(&tile[p / width][p % width], there ? &from(row, column) : nullptr, there);
  }
}
// your code ends

Variant variant() {
  Variant of{64, 64, 256};
  // your code begins
  of = {Mine::block_m, Mine::block_n, Mine::threads};
  // your code ends
  return of;
}

// c = a' b. a is k × m, b is k × n, both by rows; m and n are multiples of four. The grid has one block per tile of c:
// gridDim.x in a row, gridDim.y rows.
__global__ void multiply_turned(Factor a, Factor b, weft::MatrixView<float> c) {
  // your code begins
  __shared__ __align__(16) float of_a[stages][Mine::depth][Mine::block_m], of_b[stages][Mine::depth][Mine::block_n];
  const unsigned top = blockIdx.y * Mine::block_m, left = blockIdx.x * Mine::block_n;
  const weft::Corner at = weft::corner_of_thread<Mine>();
  const auto fetch_stage = [&](unsigned stage) {
    fetch(of_a[stage % stages], a, stage * Mine::depth, top);
    fetch(of_b[stage % stages], b, stage * Mine::depth, left);
    __pipeline_commit();
  };
  for (unsigned stage = 0; stage + 1 < stages; ++stage) fetch_stage(stage);
  float sums[Mine::thread_m][Mine::thread_n] = {}, mine[Mine::thread_m], theirs[Mine::thread_n];
  for (unsigned stage = 0; stage * Mine::depth < a.rows(); ++stage) {
    __pipeline_wait_prior(stages - 2);
    __syncthreads();
    fetch_stage(stage + stages - 1);
    for (unsigned k = 0; k < Mine::depth; ++k) {
      weft::load_fragment(&of_a[stage % stages][k][at.row], 4 * Mine::lanes_m, mine);
      weft::load_fragment(&of_b[stage % stages][k][at.column], 4 * Mine::lanes_n, theirs);
      weft::multiply_add<true>(mine, theirs, sums);
    }
  }
  for (unsigned i = 0; i < Mine::thread_m; ++i)
    for (unsigned j = 0; j < Mine::thread_n; ++j) {
      const unsigned row = top + at.row + weft::spread<Mine::lanes_m>(i);
      const unsigned column = left + at.column + weft::spread<Mine::lanes_n>(j);
      if (row < c.rows() && column < c.columns()) c(row, column) = sums[i][j];
    }
  // your code ends
}
