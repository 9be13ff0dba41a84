// Exercise "Swizzling a 16 × 16 tile": the position of each element of a small tile, without bank conflicts.
#include "07-shared-memory/sixteen.hpp"
#include "common/matrix.cuh"

constexpr unsigned side = 16;

// The position, from 0 to 255, of an element of the tile.
__host__ __device__ unsigned place_of(unsigned row, unsigned column) {
  unsigned place = row * side + column;
  // your code begins
  place = row * side + (column ^ row);
  // your code ends
  return place;
}

// For blocks of 16 by 16 threads, each of which transposes one tile.
__global__ void transpose_tiles(weft::MatrixView<const float> in, weft::MatrixView<float> out) {
  __shared__ float tile[side * side];
  const std::size_t top = std::size_t{blockIdx.y} * side, left = std::size_t{blockIdx.x} * side;
  const unsigned x = threadIdx.x, y = threadIdx.y;
  if (top + y < in.rows() && left + x < in.columns()) tile[place_of(y, x)] = in(top + y, left + x);
  __syncthreads();
  if (left + y < out.rows() && top + x < out.columns()) out(left + y, top + x) = tile[place_of(x, y)];
}

// Transposes a matrix of any shape.
void transpose_by_sixteen(weft::MatrixView<const float> in, weft::MatrixView<float> out) {
  const auto tiles = [](std::size_t n) { return static_cast<unsigned>((n + side - 1) / side); };
  transpose_tiles<<<dim3(tiles(in.columns()), tiles(in.rows())), dim3(side, side)>>>(in, out);
  weft::check(cudaGetLastError());
}
