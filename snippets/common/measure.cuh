// Tangled from chapters/03-first-programs.md. Edit there. [sha1 eac1edbd3bc9c665e5dc9338eafbef1d1013ca21]
#pragma once

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <string>

namespace weft {

inline bool measuring() { return std::getenv("WEFT_MEASURE") != nullptr; }

struct Measurement {
  std::string series;
  double x;
  std::string x_unit;
  double y;
  std::string y_unit;
};

inline void report(const Measurement& m) {
  std::ofstream file(std::getenv("WEFT_MEASURE"), std::ios::app);
  file << std::setprecision(12) << "{\"series\":" << std::quoted(m.series)
       << ",\"x\":" << m.x << ",\"x_unit\":" << std::quoted(m.x_unit)
       << ",\"y\":" << m.y << ",\"y_unit\":" << std::quoted(m.y_unit) << "}\n";
}

}  // namespace weft
