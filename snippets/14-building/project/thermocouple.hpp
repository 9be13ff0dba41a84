// Tangled from chapters/14-building.md. Edit there. [sha1 450b680edd4e372ca46adf234acc71bc1d4f7c14]
#pragma once

#include <cstddef>

#define THERMO_API __attribute__((visibility("default")))

namespace thermo {

enum class Status { ok, bad_argument, no_device, out_of_memory, failed };

// Temperatures in °C of `count` voltages in mV, of a thermocouple of type K. If the status is
// not ok, `celsius` may hold anything.
THERMO_API Status celsius(const float* millivolts, float* celsius, std::size_t count) noexcept;

}  // namespace thermo
