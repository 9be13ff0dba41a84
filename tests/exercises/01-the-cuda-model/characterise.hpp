// Exercise "Know your device": what its test calls.
#pragma once

#include <cstddef>

struct Character {
  int multiprocessors = 0;
  int clock_khz = 0;
  int memory_clock_khz = 0;
  int memory_bus_bits = 0;
  std::size_t memory_bytes = 0;
  double bandwidth_gb_s = 0;           // 10^9 bytes per second, two transfers per cycle of the memory clock
  double seconds_to_read_memory = 0;   // all of it, once, at that rate
};

cudaError_t characterise(int device, Character* character);
