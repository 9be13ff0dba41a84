// Exercise "Which code in a fat binary runs?": the code that a driver selects from a fat binary.
#include <string>
#include <vector>

#include "20-building/which-code.hpp"

// The name of the code that a device runs, out of a fat binary that contains these; "" if none of them fits. Examples of names are sm_80,
// compute_90, sm_90a and compute_103f, and no two of SASS, and no two of PTX, have the same version.
std::string chosen(const std::vector<std::string>& codes, Device device) {
  std::string name;
  // your code begins
  const int own = 10 * device.major + device.minor;
  int best = 0;
  for (const std::string& code : codes) {
    const bool is_sass = code.starts_with("sm_");
    const char letter = code.back();
    const int version = std::stoi(code.substr(code.find('_') + 1));  // stops after the digits
    const bool same_major = version / 10 == device.major;
    const bool goes_beyond = !is_sass && letter != 'f';  // beyond its major version
    const bool fits = letter == 'a' ? version == own : version <= own && (same_major || goes_beyond);
    const int rank = version + (is_sass ? 1000 : 0);
    if (fits && rank > best) {
      best = rank;
      name = code;
    }
  }
  // your code ends
  return name;
}
