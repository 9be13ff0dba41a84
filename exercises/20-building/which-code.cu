// Exercise "Which code in a fat binary runs?": the code that a driver selects from a fat binary.
#include <string>
#include <vector>

#include "20-building/which-code.hpp"

// The name of the code that a device runs, out of a fat binary that contains these; "" if none of them fits. Examples of names are sm_80,
// compute_90, sm_90a and compute_103f, and no two of SASS, and no two of PTX, have the same version.
std::string chosen(const std::vector<std::string>& codes, Device device) {
  std::string name;
  // your code begins
  // your code ends
  return name;
}
