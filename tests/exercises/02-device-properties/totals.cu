#include <cstddef>

#include <doctest/doctest.h>

#include "02-device-properties/totals.hpp"

TEST_CASE("every device counts") {
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  std::size_t global = 0;
  std::size_t constant = 0;
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp record{};
    REQUIRE(cudaGetDeviceProperties(&record, device) == cudaSuccess);
    global += record.totalGlobalMem;
    constant += record.totalConstMem;
  }
  const Totals sum = totals();
  CHECK(sum.global_bytes == global);
  CHECK(sum.constant_bytes == constant);
  CHECK(cudaGetLastError() == cudaSuccess);  // nor was a device queried that does not exist
}

TEST_CASE("the current device does not change") {
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  for (const int chosen : {count - 1, 0}) {
    REQUIRE(cudaSetDevice(chosen) == cudaSuccess);
    totals();
    int current = -1;
    REQUIRE(cudaGetDevice(&current) == cudaSuccess);
    CHECK(current == chosen);
  }
}
