// Tangled from chapters/02-device-properties.md. Edit there. [sha1 a4ed184bfae928769ed068bce0433b629f340eba]
#include <cstdio>

#include <doctest/doctest.h>

__global__ void nothing() {}

bool accepts(dim3 grid, dim3 block, std::size_t shared_bytes = 0) {
  nothing<<<grid, block, shared_bytes>>>();
  return cudaGetLastError() == cudaSuccess;
}

TEST_CASE("blocks of up to 1,024 threads are accepted, in any shape within the limits") {
  CHECK(accepts(1, 1024));
  CHECK(accepts(1, dim3(32, 32)));
  CHECK(accepts(1, dim3(4, 4, 64)));
}

TEST_CASE("one thread too many is refused, however it is arranged") {
  CHECK_FALSE(accepts(1, 1025));
  CHECK_FALSE(accepts(1, dim3(32, 33)));
  CHECK_FALSE(accepts(1, dim3(1, 1, 65)));
}

TEST_CASE("a grid may have many blocks in x, but the other sides are limited") {
  CHECK(accepts(100'000, 1));
  CHECK(accepts(dim3(1, 65'535), 1));
  CHECK_FALSE(accepts(dim3(1, 65'536), 1));
  CHECK_FALSE(accepts(dim3(1, 1, 65'536), 1));
}

TEST_CASE("a launch of nothing is refused too") {
  CHECK_FALSE(accepts(0, 32));
  CHECK_FALSE(accepts(1, 0));
}

TEST_CASE("more shared memory than a block may have is refused") {
  CHECK(accepts(1, 32, 48 * 1024));
  CHECK_FALSE(accepts(1, 32, 512 * 1024));
}

TEST_CASE("the error of a refused launch has one of two names") {
  nothing<<<1, 1025>>>();
  const cudaError_t error = cudaGetLastError();
  CHECK((error == cudaErrorInvalidValue || error == cudaErrorInvalidConfiguration));
  std::printf("1,025 threads: %s\n", cudaGetErrorString(error));
}
