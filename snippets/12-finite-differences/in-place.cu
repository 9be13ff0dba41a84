// Tangled from chapters/12-finite-differences.md. Edit there. [sha1 dbe96970c5dd0d0800664d417bc6c10986a192ca]
#include <doctest/doctest.h>

#include "common/matrix.cuh"

__global__ void heat_in_place(weft::MatrixView<float> plate) {
  const std::size_t row = threadIdx.y + 1, column = threadIdx.x + 1;
  const float sum = plate(row, column - 1) + plate(row, column + 1) + plate(row - 1, column) +
                    plate(row + 1, column);
  plate(row, column) += (sum - 4 * plate(row, column)) / 8;  // finds: race
}

TEST_CASE("a neighbour has made its step, or has not") {
  weft::Matrix<float> plate(18, 34, std::vector<float>(18 * 34, 1.0f));
  heat_in_place<<<1, dim3(32, 16)>>>(plate.view());
  weft::check(cudaDeviceSynchronize());
}
