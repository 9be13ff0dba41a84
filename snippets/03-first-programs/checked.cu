// Tangled from chapters/03-first-programs.md. Edit there. [sha1 db76224bc99dd2904f1f91a67343c474be8c69c2]
#include <cstdio>
#include <cstring>

#include <doctest/doctest.h>

#include "common/check.cuh"

__global__ void nothing() {}

TEST_CASE("a check says what went wrong, and where") {
  unsigned line = 0;
  try {
    nothing<<<1, 1025>>>();
    line = __LINE__ + 1;
    weft::check(cudaGetLastError());
    FAIL("the launch should have been refused");
  } catch (const weft::CudaError& error) {
    CHECK((error.code == cudaErrorInvalidValue || error.code == cudaErrorInvalidConfiguration));
    CHECK(std::strstr(error.what(), ("checked.cu:" + std::to_string(line)).c_str()) != nullptr);
    std::puts(std::strstr(error.what(), "checked.cu"));
  }
}

TEST_CASE("an error that was thrown is not reported again") {
  int* memory = nullptr;
  CHECK_THROWS_AS(weft::check(cudaMalloc(&memory, std::size_t{1} << 60)), weft::CudaError);
  nothing<<<1, 1024>>>();
  CHECK_NOTHROW(weft::check(cudaGetLastError()));
  CHECK_NOTHROW(weft::check(cudaDeviceSynchronize()));
}
