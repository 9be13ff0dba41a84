// Tangled from chapters/06-matrices.md. Edit there. [sha1 6f789e49b2139138d8ea13671468943a0552169d]
#include <doctest/doctest.h>

#include "common/matrix.cuh"

__global__ void transpose(weft::MatrixView<const float> in, weft::MatrixView<float> out) {
  const unsigned row = blockDim.y * blockDim.y + threadIdx.y;
  const unsigned column = blockDim.x * blockDim.x + threadIdx.x;
  out(column, row) = in(row, column);  // finds: out-of-bounds
}

TEST_CASE("every block processes the same tile, which may not exist") {
  const weft::Matrix<float> in(64, 48, std::vector<float>(64 * 48, 1.0f));
  weft::Matrix<float> out(48, 64);
  transpose<<<dim3(3, 4), dim3(16, 16)>>>(in.view(), out.view());
  weft::check(cudaGetLastError());
  const cudaError_t outcome = cudaDeviceSynchronize();
  CHECK((outcome == cudaErrorIllegalAddress || outcome == cudaSuccess));
}
