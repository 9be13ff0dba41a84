#include "07-shared-memory/simpson.given.hpp"

#include <07-shared-memory/simpson.cu>

template Integrals integrate(Line, double, double, unsigned long long, unsigned);
template Integrals integrate(Cubic, double, double, unsigned long long, unsigned);
template Integrals integrate(Sawtooth, double, double, unsigned long long, unsigned);
template Integrals integrate(Exponential, double, double, unsigned long long, unsigned);
template Integrals integrate(Counting, double, double, unsigned long long, unsigned);
