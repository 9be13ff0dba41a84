// Exercise "Know your device": query attributes, and conclude.
#include <cstddef>

#include "01-the-cuda-model/characterise.hpp"

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
