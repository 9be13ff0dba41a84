// Tangled from chapters/20-building.md. Edit there. [sha1 3e2e7b3a40542b5707654baa51c9a3bd3a721172]
#pragma once

#include <cstddef>

#ifdef THERMO_TIMED
#define THERMO_BUILD timed
#else
#define THERMO_BUILD plain
#endif

namespace thermo {
inline namespace THERMO_BUILD {

struct Reading {
  float millivolts;
#ifdef THERMO_TIMED
  double seconds;
#endif
};

inline std::size_t bytes(std::size_t readings) { return readings * sizeof(Reading); }

}  // namespace THERMO_BUILD
}  // namespace thermo
