#include <doctest/doctest.h>

#include "02-device-properties/resident-blocks.hpp"

constexpr Multiprocessor hopper{2048, 32, 65'536, 233'472, 1'024};

TEST_CASE("threads may be the scarcest") {
  CHECK(resident_blocks(hopper, 256, 16, 0) == 8);
  CHECK(resident_blocks(hopper, 704, 16, 0) == 2);
  CHECK(resident_blocks(hopper, 768, 16, 0) == 2);
  CHECK(resident_blocks(hopper, 1024, 16, 0) == 2);
}

TEST_CASE("blocks may be the scarcest") {
  CHECK(resident_blocks(hopper, 32, 16, 0) == 32);
  CHECK(resident_blocks(hopper, 1, 16, 0) == 32);
}

TEST_CASE("registers may be the scarcest, and are allocated per warp in units of 256") {
  CHECK(resident_blocks(hopper, 256, 40, 0) == 6);
  CHECK(resident_blocks(hopper, 256, 41, 0) == 5);
  CHECK(resident_blocks(hopper, 1024, 64, 0) == 1);
  CHECK(resident_blocks(hopper, 1024, 65, 0) == 0);
  constexpr Multiprocessor small{1024, 32, 32'764, 65'536, 1'024};  // 8,191 in each partition, and 249 per thread take 8,192
  CHECK(resident_blocks(small, 32, 248, 0) == 4);
  CHECK(resident_blocks(small, 32, 249, 0) == 0);
}

TEST_CASE("shared memory may be the scarcest, and every block includes the reserve") {
  CHECK(resident_blocks(hopper, 128, 16, 50 * 1024) == 4);
  CHECK(resident_blocks(hopper, 128, 16, 56 * 1024) == 4);
  CHECK(resident_blocks(hopper, 128, 16, 57 * 1024) == 3);
  CHECK(resident_blocks(hopper, 128, 16, 300 * 1024) == 0);
}

TEST_CASE("a warp that is not full counts as a warp") {
  CHECK(resident_blocks(hopper, 97, 16, 0) == 16);
  CHECK(resident_blocks(hopper, 33, 64, 0) == 16);
}

TEST_CASE("a device that reserves nothing is handled") {
  constexpr Multiprocessor turing{1024, 16, 65'536, 65'536, 0};
  CHECK(resident_blocks(turing, 256, 16, 0) == 4);
}

TEST_CASE("no warp takes registers from two partitions") {
  CHECK(resident_blocks(hopper, 96, 40, 0) == 16);
  CHECK(resident_blocks(hopper, 160, 40, 0) == 9);
  CHECK(resident_blocks(hopper, 448, 48, 0) == 2);
  CHECK(resident_blocks(hopper, 448, 40, 0) == 3);
}
