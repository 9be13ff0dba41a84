#include "20-building/which-instance.given.hpp"

#include <20-building/which-instance.cu>

template bool with_size<1, 3, 8, 5>(int, Fill&&);
template bool with_size<1, 3, 8, 5>(int, Count&&);
template bool with_size<>(int, Count&&);
template bool with_size<4, 4, 7, 4>(int, Count&&);
template bool with_size<2, 4>(int, const Refuses&);
template bool with_size<2, 4>(int, const Lists&);
template bool with_size<2, 6>(int, Counter&);
