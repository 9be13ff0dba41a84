// Exercise "A sweep that marches down the rows": a sweep of a plate by threads that march down its columns.
#include "12-finite-differences/down-the-rows.hpp"
#include "common/matrix.cuh"

__host__ __device__ float quarter(float west, float east, float north, float south) {
  return ((west + east) + (north + south)) * 0.25f;
}

// Each inner point becomes the mean of its neighbours; the rim keeps its values. A thread takes one column and at most `chunk`
// rows, beginning with row blockIdx.y * chunk. Blocks have one row of threads, and there is at most one block too many in x.
__global__ void sweep_down(weft::MatrixView<const float> in, weft::MatrixView<float> out, unsigned chunk) {
  // your code begins
  // your code ends
}

void sweep(weft::MatrixView<const float> in, weft::MatrixView<float> out, unsigned chunk) {
  const auto pieces = [](std::size_t n, std::size_t size) { return static_cast<unsigned>((n + size - 1) / size); };
  sweep_down<<<dim3(pieces(in.columns(), 64), pieces(in.rows(), chunk)), 64>>>(in, out, chunk);
  weft::check(cudaGetLastError());
}
