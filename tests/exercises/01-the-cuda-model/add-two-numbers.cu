#include <limits>

#include <doctest/doctest.h>

#include "support.hpp"

#include <01-the-cuda-model/add-two-numbers.cu>

TEST_CASE("the sum is right") {
  int sum = -7;
  CHECK(add_on_device(2, 7, &sum) == cudaSuccess);
  CHECK(sum == 9);
  CHECK(add_on_device(-40, 3, &sum) == cudaSuccess);
  CHECK(sum == -37);
  CHECK(add_on_device(std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), &sum) == cudaSuccess);
  CHECK(sum == -1);
}

TEST_CASE("a kernel did it") {
  const auto before = launches_seen();
  int sum = 0;
  CHECK(add_on_device(1, 2, &sum) == cudaSuccess);
  CHECK(sum == 3);
  if (before) CHECK(*launches_seen() == *before + 1);
}

TEST_CASE("no device memory is lost") {
  int sum = 0;
  REQUIRE(add_on_device(1, 2, &sum) == cudaSuccess);
  std::size_t free_before = 0, free_after = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free_before, &total) == cudaSuccess);
  for (int i = 0; i < 10; ++i) REQUIRE(add_on_device(i, i, &sum) == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&free_after, &total) == cudaSuccess);
  // On a GPU other programs come and go, and memory is counted in large pages. On loom every byte is ours.
  if (launches_seen()) CHECK(free_before == free_after);
}

TEST_CASE("the error of a copy is returned, whatever succeeds after it") {
  CHECK(add_on_device(1, 2, nullptr) == cudaErrorInvalidValue);
  cudaGetLastError();
}

// On loom alone: there all memory can be taken without taking it from anybody else.
TEST_CASE("the error of a call that fails is returned") {
  int sum = 0;
  without_memory([&] { CHECK(add_on_device(1, 2, &sum) == cudaErrorMemoryAllocation); });
}
