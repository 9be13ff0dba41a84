// Exercise "Is a launch legal?": the limits of a launch, checked before launching.
#include <cstddef>

#include "02-device-properties/legal-launch.hpp"

// Whether device 0 accepts a launch with these parameters, of a kernel without special attributes.
bool is_legal(dim3 grid, dim3 block, std::size_t shared_bytes) {
  bool legal = true;
  // your code begins
  // your code ends
  return legal;
}
