// Tangled from chapters/20-building.md. Edit there. [sha1 58e969fcecbeca7c4d62185786d99336d4a02aa9]
#define THERMO_TIMED
#include "reading.hpp"

std::size_t bytes_of_timed() { return thermo::bytes(1); }
