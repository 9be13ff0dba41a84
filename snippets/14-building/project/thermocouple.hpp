// Tangled from chapters/14-building.md. Edit there. [sha1 b543a1da93b4d4241873e2e162a18fa96ff21fd4]
#pragma once

#include <cstddef>

#define THERMO_API __attribute__((visibility("default")))

namespace thermo {

enum class Status { ok, bad_argument, no_device, out_of_memory, failed };

// Temperatures in °C of `count` voltages in mV, of a thermocouple of type K. If the status is
// not ok, nobody knows what is in `celsius`.
THERMO_API Status celsius(const float* millivolts, float* celsius, std::size_t count) noexcept;

}  // namespace thermo
