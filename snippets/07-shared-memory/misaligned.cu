// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 81f0fb478e1dbeee9589312897df429f2db68cb3]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void third_byte(double* result) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto* const number = reinterpret_cast<double*>(memory + 3);
  *number = 1.5;  // finds: misaligned
  *result = *number;
}

TEST_CASE("a double must be aligned") {
  weft::Buffer<double> result(std::vector<double>{0.0});
  third_byte<<<1, 1, 16>>>(result.data());
  CHECK(cudaDeviceSynchronize() == cudaErrorMisalignedAddress);
}
