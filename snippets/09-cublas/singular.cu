// Tangled from chapters/09-cublas.md. Edit there. [sha1 d853f3bf83b4852adadd31263db9b3ab6bcd5a93]
#include <cmath>
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/blas.cuh"

TEST_CASE("for a singular matrix, the status is success and info is a number") {
  const weft::Blas blas;
  weft::Buffer<double> a(std::vector<double>{1, 2, 2, 4});  // the second column is twice the first
  weft::Buffer<double*> list(std::vector<double*>{a.data()});
  weft::Buffer<int> pivots(2), info(std::vector<int>{-1});
  CHECK(cublasDgetrfBatched(blas, 2, list.data(), 2, pivots.data(), info.data(), 1) ==
        CUBLAS_STATUS_SUCCESS);
  CHECK(info.to_host()[0] == 2);
  std::printf("the pivot that is zero: number %d\n", info.to_host()[0]);

  const weft::Buffer<double> zero(std::vector<double>{0});
  weft::Buffer<double> x(std::vector<double>{1});
  CHECK(cublasDtrsv(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 1,
                    zero.data(), 1, x.data(), 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(std::isinf(x.to_host()[0]));
}
