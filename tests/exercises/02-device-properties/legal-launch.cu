#include <cstddef>

#include <doctest/doctest.h>

#include "support.hpp"

#include "02-device-properties/legal-launch.hpp"

__global__ void nothing() {}

bool accepted(dim3 grid, dim3 block, std::size_t shared_bytes) {
  nothing<<<grid, block, shared_bytes>>>();
  const bool accepted = cudaGetLastError() == cudaSuccess;
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return accepted;
}

// The reader's verdict. Ends the test if something was launched for it: a grid of billions of blocks would take its time.
bool verdict(dim3 grid, dim3 block, std::size_t shared_bytes) {
  const auto before = launches_seen();
  const bool legal = is_legal(grid, block, shared_bytes);
  if (before) REQUIRE(*launches_seen() == *before);
  return legal;
}

TEST_CASE("nothing is launched for the verdict") {
  const bool legal = verdict(1, 256, 0);
  CHECK(legal == true);
}

void compare(dim3 grid, dim3 block, std::size_t shared_bytes = 0) {
  CAPTURE(grid.x);
  CAPTURE(grid.y);
  CAPTURE(grid.z);
  CAPTURE(block.x);
  CAPTURE(block.y);
  CAPTURE(block.z);
  CAPTURE(shared_bytes);
  const bool legal = verdict(grid, block, shared_bytes);
  CHECK(legal == accepted(grid, block, shared_bytes));
}

TEST_CASE("each side of a block has its limit") {
  compare(1, 1024);
  compare(1, 1025);
  compare(1, dim3(1, 1024));
  compare(1, dim3(1, 1025));
  compare(1, dim3(1, 1, 64));
  compare(1, dim3(1, 1, 65));
}

TEST_CASE("the threads of a block are limited in total") {
  compare(1, dim3(32, 32));
  compare(1, dim3(33, 32));
  compare(1, dim3(16, 8, 8));
  compare(1, dim3(16, 8, 9));
  compare(1, dim3(1024, 1024, 64));
}

TEST_CASE("a product that overflows is not mistaken for a small block") { compare(1, dim3(65'536, 65'536, 1)); }

TEST_CASE("each side of a grid has its limit") {
  compare(dim3(1, 65'535), 1);
  compare(dim3(1, 65'536), 1);
  compare(dim3(1, 1, 65'535), 1);
  compare(dim3(1, 1, 65'536), 1);
  compare(dim3(70'000), 1);
  const bool longest = verdict(dim3(2'147'483'647), 1, 0);
  CHECK(longest == true);  // legal, and too long for a test to launch
  compare(dim3(2'147'483'648), 1);
}

TEST_CASE("nothing may be zero") {
  compare(0, 1);
  compare(dim3(1, 0), 1);
  compare(dim3(1, 1, 0), 1);
  compare(1, 0);
  compare(1, dim3(1, 0));
  compare(1, dim3(1, 1, 0));
}

TEST_CASE("shared memory is limited to what an ordinary kernel gets") {
  compare(1, 32, 0);
  compare(1, 32, 48 * 1024);
  compare(1, 32, 48 * 1024 + 1);
  compare(1, 32, std::size_t{1} << 30);
}
