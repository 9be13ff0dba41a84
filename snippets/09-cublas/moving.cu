// Tangled from chapters/09-cublas.md. Edit there. [sha1 a743c7b827db917a9dceb92fea2f6d1f2c85e786]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("a row of a column-major matrix is a vector with a stride") {
  // 1 2 3
  // 4 5 6
  const std::vector<float> matrix = {1, 4, 2, 5, 3, 6};
  weft::Buffer<float> row(3);
  weft::check(cublasSetVector(3, sizeof(float), &matrix[1], 2, row.data(), 1));
  CHECK(row.to_host() == std::vector<float>{4, 5, 6});
  std::vector<float> back(5, NAN);
  weft::check(cublasGetVector(3, sizeof(float), row.data(), 1, back.data(), 2));
  std::printf("every other element: %g %g %g\n", back[0], back[2], back[4]);
  CHECK(std::isnan(back[1]));
}

TEST_CASE("a submatrix is a matrix with a larger leading dimension") {
  std::vector<float> numbers(5 * 4, 0);
  const weft::ColumnMajor<float> large(numbers.data(), 5, 4, 5);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 4; ++j) large(i, j) = static_cast<float>(10 * i + j);
  weft::Buffer<float> piece(2 * 3);  // rows 1 and 2, columns 1 to 3
  const int leading = large.leading();
  weft::check(cublasSetMatrix(2, 3, sizeof(float), &large(1, 1), leading, piece.data(), 2));
  CHECK(piece.to_host() == std::vector<float>{11, 21, 12, 22, 13, 23});
  weft::check(cublasGetMatrix(2, 3, sizeof(float), piece.data(), 2, &large(3, 0), leading));
  std::printf("row 3: %g %g %g %g\n", large(3, 0), large(3, 1), large(3, 2), large(3, 3));
  CHECK(large(4, 2) == 23);
}
