#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "support.hpp"

#include "01-the-cuda-model/add-two-numbers.hpp"

TEST_CASE("the sum is right") {
  int sum = -7;
  CHECK(add_on_device(2, 7, &sum) == cudaSuccess);
  CHECK(sum == 9);
  CHECK(add_on_device(-40, 3, &sum) == cudaSuccess);
  CHECK(sum == -37);
  CHECK(add_on_device(std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), &sum) == cudaSuccess);
  CHECK(sum == -1);
}

TEST_CASE("a kernel did the work") {
  const auto before = launches_seen();
  int sum = 0;
  CHECK(add_on_device(1, 2, &sum) == cudaSuccess);
  CHECK(sum == 3);
  if (before) CHECK(*launches_seen() == *before + 1);
}

TEST_CASE("the kernel has stored at least one int") {
#ifdef __LOOM__
  int sum = 0;
  const loom::Seen seen = loom::observe([&] { add_on_device(1, 2, &sum); });
  CHECK(seen.global_stores.bytes >= sizeof(int));
#endif
}

TEST_CASE("no device memory leaks, not even if the copy fails") {
  int sum = 0;
  const auto before = bytes_in_use();
  for (int i = 0; i < 10; ++i) REQUIRE(add_on_device(i, i, &sum) == cudaSuccess);
  CHECK(bytes_in_use() == before);
  add_on_device(1, 2, nullptr);
  CHECK(bytes_in_use() == before);
  cudaGetLastError();
}

TEST_CASE("the error of a copy is returned, whatever succeeds after it") {
  CHECK(add_on_device(1, 2, nullptr) == cudaErrorInvalidValue);
  cudaGetLastError();
}

// Only on loom: there all memory can be allocated without affecting other programs.
TEST_CASE("the error of a call that fails is returned") {
  int sum = 0;
  without_memory([&] { CHECK(add_on_device(1, 2, &sum) == cudaErrorMemoryAllocation); });
}

__global__ void nothing() {}

TEST_CASE("the error of the launch is queried") {
  nothing<<<1, 4096>>>();  // is refused, and its error has not been queried
  int sum = 0;
  const bool returned = add_on_device(1, 2, &sum) != cudaSuccess;
  const cudaError_t left_behind = returned ? cudaSuccess : cudaGetLastError();
  CHECK(std::string(cudaGetErrorName(left_behind)) == "cudaSuccess");
  cudaGetLastError();
}
