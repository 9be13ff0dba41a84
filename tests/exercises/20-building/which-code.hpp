// Exercise "Which code in a fat binary runs?": what its test calls.
#pragma once

#include <string>
#include <vector>

struct Device {
  int major, minor;  // of its compute capability
};

std::string chosen(const std::vector<std::string>& codes, Device device);
