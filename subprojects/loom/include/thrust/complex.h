// Complex numbers, which the standard library's are good for.
#pragma once

#include <complex>

namespace thrust {
using std::abs;
using std::arg;
using std::complex;
using std::conj;
using std::cos;
using std::exp;
using std::log;
using std::norm;
using std::polar;
using std::pow;
using std::sin;
using std::sqrt;
}  // namespace thrust
