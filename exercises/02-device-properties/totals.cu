// Exercise "The memory of all devices": global and constant memory of every device in the machine.
#include <cstddef>

#include "02-device-properties/totals.hpp"

// The sums over all devices; zeros if there is none. The current device stays what it was.
Totals totals() {
  Totals sum;
  // your code begins
  // your code ends
  return sum;
}
