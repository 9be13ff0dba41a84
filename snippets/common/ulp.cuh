// Tangled from chapters/05-vectors.md. Edit there. [sha1 010ef3fcc01cddeece4f0b57a834396e45a07c12]
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft {

// The gap between neighbouring numbers of type T at `exact`.
template <class T>
long double ulp(long double exact) {
  constexpr int least = std::numeric_limits<T>::min_exponent - 1;
  const int exponent = exact == 0 ? least : std::max(std::ilogb(exact), least);
  return std::ldexp(1.0L, exponent - (std::numeric_limits<T>::digits - 1));
}

// The error of `got` in ulps of its type. NaN if either is NaN.
template <class T>
long double ulps(T got, long double exact) {
  return std::abs(got - exact) / ulp<T>(exact);
}

}  // namespace weft
