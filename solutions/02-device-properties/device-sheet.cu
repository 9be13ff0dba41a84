// Exercise "A data sheet": everything that characterises a device, and how it compares with the vendor's figures.
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "02-device-properties/device-sheet.hpp"

// The properties of the device. Throws nothing; a field that could not be queried stays 0.
Sheet data_sheet(int device) {
  Sheet sheet;
  // your code begins
  cudaDeviceProp record{};
  if (cudaGetDeviceProperties(&record, device) != cudaSuccess) return sheet;
  sheet.name = record.name;
  sheet.global_memory_bytes = record.totalGlobalMem;
  sheet.constant_memory_bytes = record.totalConstMem;
  sheet.shared_bytes_per_block = record.sharedMemPerBlock;
  sheet.registers_per_block = record.regsPerBlock;
  sheet.warp_size = record.warpSize;
  sheet.threads_per_block = record.maxThreadsPerBlock;
  sheet.major = record.major;
  sheet.minor = record.minor;
  sheet.multiprocessors = record.multiProcessorCount;
  for (int side = 0; side < 3; ++side) {
    sheet.largest_block[side] = record.maxThreadsDim[side];
    sheet.largest_grid[side] = record.maxGridSize[side];
  }
  cudaDeviceGetAttribute(&sheet.clock_khz, cudaDevAttrClockRate, device);
  cudaDeviceGetAttribute(&sheet.memory_clock_khz, cudaDevAttrMemoryClockRate, device);
  cudaDeviceGetAttribute(&sheet.l2_bytes, cudaDevAttrL2CacheSize, device);
  cudaDeviceGetAttribute(&sheet.bus_bits, cudaDevAttrGlobalMemoryBusWidth, device);
  // your code ends
  return sheet;
}

// The names (as quoted above) of the fields that differ by more than 5 % of the vendor's figure,
// in the order in which the struct has them.
std::vector<std::string> differences(const Sheet& measured, const Sheet& vendor) {
  std::vector<std::string> names;
  // your code begins
  const auto compare = [&](const char* field, auto mine, auto theirs) {
    if (std::abs(static_cast<double>(mine) - static_cast<double>(theirs)) > 0.05 * static_cast<double>(theirs))
      names.push_back(field);
  };
  compare("global memory", measured.global_memory_bytes, vendor.global_memory_bytes);
  compare("multiprocessors", measured.multiprocessors, vendor.multiprocessors);
  compare("clock", measured.clock_khz, vendor.clock_khz);
  compare("memory clock", measured.memory_clock_khz, vendor.memory_clock_khz);
  compare("bus width", measured.bus_bits, vendor.bus_bits);
  // your code ends
  return names;
}
