// Exercise "A data sheet": everything that characterises a device, and how it compares with the vendor's figures.
#include <cmath>
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

// The properties of the device. Throws nothing; a field that could not be queried stays 0.
Sheet data_sheet(int device) {
  Sheet sheet;
  // your code begins
  // your code ends
  return sheet;
}

// The names (as quoted above) of the fields that differ by more than 5 % of the vendor's figure,
// in the order in which the struct has them.
std::vector<std::string> differences(const Sheet& measured, const Sheet& vendor) {
  std::vector<std::string> names;
  // your code begins
  // your code ends
  return names;
}
