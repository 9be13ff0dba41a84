// Exercise "Know your device": query attributes, and conclude.
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

// The device's attributes, and the rates that follow. Returns the error of the first call that fails, or cudaSuccess.
cudaError_t characterise(int device, Character* character) {
  cudaError_t error = cudaSuccess;
  // your code begins
  const auto ask = [&](cudaDeviceAttr question, int* answer) {
    if (error == cudaSuccess) error = cudaDeviceGetAttribute(answer, question, device);
  };
  ask(cudaDevAttrMultiProcessorCount, &character->multiprocessors);
  ask(cudaDevAttrClockRate, &character->clock_khz);
  ask(cudaDevAttrMemoryClockRate, &character->memory_clock_khz);
  ask(cudaDevAttrGlobalMemoryBusWidth, &character->memory_bus_bits);
  cudaDeviceProp properties{};
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, device);
  if (error != cudaSuccess) return error;
  character->memory_bytes = properties.totalGlobalMem;

  const double bytes_a_second = 2.0 * (1e3 * character->memory_clock_khz) * (character->memory_bus_bits / 8.0);
  character->bandwidth_gb_s = bytes_a_second / 1e9;
  character->seconds_to_read_memory = static_cast<double>(character->memory_bytes) / bytes_a_second;
  // your code ends
  return error;
}
