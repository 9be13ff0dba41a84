// Tangled from chapters/20-building.md. Edit there. [sha1 4ace3484fad6813cd89b1d660f96871f62b5ec82]
#include <cstdio>

#include "reading.hpp"

std::size_t bytes_of_timed();

int main() { std::printf("%zu and %zu\n", thermo::bytes(1), bytes_of_timed()); }
