#include <string>

#include <doctest/doctest.h>

#include "02-device-properties/device-sheet.hpp"

int ask(cudaDeviceAttr question) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, 0) == cudaSuccess);
  return answer;
}

void compare_record(int device) {
  CAPTURE(device);
  cudaDeviceProp record{};
  REQUIRE(cudaGetDeviceProperties(&record, device) == cudaSuccess);
  const Sheet sheet = data_sheet(device);
  CHECK(sheet.name == record.name);
  CHECK(sheet.global_memory_bytes == record.totalGlobalMem);
  CHECK(sheet.constant_memory_bytes == record.totalConstMem);
  CHECK(sheet.shared_bytes_per_block == record.sharedMemPerBlock);
  CHECK(sheet.registers_per_block == record.regsPerBlock);
  CHECK(sheet.warp_size == record.warpSize);
  CHECK(sheet.threads_per_block == record.maxThreadsPerBlock);
  CHECK(sheet.major == record.major);
  CHECK(sheet.minor == record.minor);
  CHECK(sheet.multiprocessors == record.multiProcessorCount);
  for (int side = 0; side < 3; ++side) {
    CHECK(sheet.largest_block[side] == record.maxThreadsDim[side]);
    CHECK(sheet.largest_grid[side] == record.maxGridSize[side]);
  }
}

TEST_CASE("the record's part of the sheet is complete") { compare_record(0); }

TEST_CASE("every device has its own sheet") {  // loom has two, with different numbers of multiprocessors
  int devices = 0;
  REQUIRE(cudaGetDeviceCount(&devices) == cudaSuccess);
  for (int device = 1; device < devices; ++device) compare_record(device);
}

TEST_CASE("the attributes' part of the sheet is complete") {
  const Sheet sheet = data_sheet(0);
  CHECK(sheet.clock_khz == ask(cudaDevAttrClockRate));
  CHECK(sheet.memory_clock_khz == ask(cudaDevAttrMemoryClockRate));
  CHECK(sheet.l2_bytes == ask(cudaDevAttrL2CacheSize));
  CHECK(sheet.bus_bits == ask(cudaDevAttrGlobalMemoryBusWidth));
}

TEST_CASE("the sheet of a device that does not exist is empty") {
  const Sheet sheet = data_sheet(1'000'000);
  CHECK(sheet.name == "");
  CHECK(sheet.multiprocessors == 0);
  CHECK(sheet.clock_khz == 0);
  CHECK(sheet.largest_grid[0] == 0);
  cudaGetLastError();
}

Sheet vendor_sheet() {
  Sheet sheet;
  sheet.global_memory_bytes = 80'000'000'000;
  sheet.multiprocessors = 132;
  sheet.clock_khz = 1'980'000;
  sheet.memory_clock_khz = 2'619'000;
  sheet.bus_bits = 5'120;
  return sheet;
}

// The names in one line, so that a failure can show them.
std::string named(const Sheet& measured) {
  std::string names;
  for (const std::string& name : differences(measured, vendor_sheet())) names += name + "; ";
  return names;
}

TEST_CASE("within 5 % there is no difference") {
  Sheet measured = vendor_sheet();
  CHECK(named(measured) == "");
  measured.global_memory_bytes = 83'900'000'000;
  measured.clock_khz = 1'890'000;
  CHECK(named(measured) == "");
}

TEST_CASE("larger differences are named, in both directions and in order") {
  Sheet measured = vendor_sheet();
  measured.global_memory_bytes = 75'000'000'000;
  measured.bus_bits = 6'144;
  CHECK(named(measured) == "global memory; bus width; ");
  measured = vendor_sheet();
  measured.multiprocessors = 114;
  measured.clock_khz = 2'100'000;
  measured.memory_clock_khz = 1'300'000;
  CHECK(named(measured) == "multiprocessors; clock; memory clock; ");
}

TEST_CASE("5 % of many bytes are 5 % of all of them") {
  Sheet vendor, measured;
  vendor.global_memory_bytes = 80'000'000'100;  // not representable in float
  measured.global_memory_bytes = 84'000'000'104;
  CHECK(differences(measured, vendor).size() == 0);
  measured.global_memory_bytes = 84'000'000'106;
  CHECK(differences(measured, vendor).size() == 1);
}
