#include "07-shared-memory/midpoint.given.hpp"

#include <07-shared-memory/midpoint.cu>

template double midpoint(Line, double, double, unsigned long long, unsigned, unsigned);
template double midpoint(Square, double, double, unsigned long long, unsigned, unsigned);
template double midpoint(Sawtooth, double, double, unsigned long long, unsigned, unsigned);
template double midpoint(Sine, double, double, unsigned long long, unsigned, unsigned);
template double midpoint(Counting, double, double, unsigned long long, unsigned, unsigned);
