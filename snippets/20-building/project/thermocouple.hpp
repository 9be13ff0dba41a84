// Tangled from chapters/20-building.md. Edit there. [sha1 ea252b309781f1b0c3dfc4e989a18204c8c28d66]
#pragma once

#include <cstddef>

#define THERMO_API __attribute__((visibility("default")))

namespace thermo {

enum class Status { ok, bad_argument, no_device, out_of_memory, failed };

// Temperatures in °C of `count` voltages in mV, of a thermocouple of type K. If the status is
// not ok, the contents of `celsius` are unspecified.
THERMO_API Status celsius(const float* millivolts, float* celsius, std::size_t count) noexcept;

}  // namespace thermo
