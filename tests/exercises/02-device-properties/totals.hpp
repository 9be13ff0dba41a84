// Exercise "The memory of all devices": what its test calls.
#pragma once

#include <cstddef>

struct Totals {
  std::size_t global_bytes = 0;
  std::size_t constant_bytes = 0;
};

Totals totals();
