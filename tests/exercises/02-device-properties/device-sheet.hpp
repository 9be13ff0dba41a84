// Exercise "A data sheet": what its test calls.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

struct Sheet {
  std::string name;
  std::size_t global_memory_bytes = 0;    // "global memory"
  std::size_t constant_memory_bytes = 0;
  std::size_t shared_bytes_per_block = 0;
  int registers_per_block = 0;
  int warp_size = 0;
  int threads_per_block = 0;
  int major = 0, minor = 0;               // compute capability
  int multiprocessors = 0;                // "multiprocessors"
  int clock_khz = 0;                      // "clock"
  int memory_clock_khz = 0;               // "memory clock"
  int l2_bytes = 0;
  int bus_bits = 0;                       // "bus width"
  int largest_block[3] = {0, 0, 0};
  int largest_grid[3] = {0, 0, 0};
};

Sheet data_sheet(int device);
std::vector<std::string> differences(const Sheet& measured, const Sheet& vendor);
