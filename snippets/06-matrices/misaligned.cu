// Tangled from chapters/06-matrices.md. Edit there. [sha1 83db57a28b075513fc24dfb0e1a66a2a67ce0294]
#include <doctest/doctest.h>

#include "common/matrix.cuh"

__global__ void sum_rows(weft::MatrixView<const float> a, float* sums) {
  float sum = 0;
  for (std::size_t column = 0; column + 4 <= a.columns(); column += 4) {
    const auto* const place = reinterpret_cast<const float4*>(&a(threadIdx.x, column));
    const float4 four = *place;  // finds: misaligned
    sum += four.x + four.y + four.z + four.w;
  }
  sums[threadIdx.x] = sum;  // for now, without the last columns
}

TEST_CASE("only one row in four begins at the alignment of a float4") {
  const weft::Matrix<float> a(53, 37, std::vector<float>(53 * 37, 1.0f));
  weft::Buffer<float> sums(53);
  sum_rows<<<1, 53>>>(a.view(), sums.data());
  weft::check(cudaGetLastError());
  CHECK(cudaDeviceSynchronize() == cudaErrorMisalignedAddress);
}
