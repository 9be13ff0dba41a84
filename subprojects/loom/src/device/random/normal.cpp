#include <cmath>
#include <numbers>

#include <boost/math/special_functions/erf.hpp>

#include "loom/random/convert.h"

namespace loom::random {

namespace {

// Values at the very end of the range are answered with infinities, as on a GPU, not with exceptions.
using Quiet = boost::math::policies::policy<boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                            boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
                                            boost::math::policies::promote_float<true>, boost::math::policies::promote_double<false>>;

// The upper half is the lower one mirrored, which keeps small shares exact.
template <class Real>
Real inverse(Real share, bool mirrored) {
  const Real below = -std::numbers::sqrt2_v<Real> * boost::math::erfc_inv(2 * share, Quiet());
  return mirrored ? -below : below;
}

}  // namespace

float2 box_muller(float uniform, float angle) {
  const float radius = std::sqrt(-2.0f * std::log(uniform));
  return {radius * std::sin(angle), radius * std::cos(angle)};
}

double2 box_muller(double uniform, double half_turns) {
  const double radius = std::sqrt(-2.0 * std::log(uniform));
  // Whole quarters are taken away while the number is exact; sine and cosine are then of a small angle.
  const int quarters = static_cast<int>(std::lround(half_turns * 2));
  const double rest = (half_turns - quarters * 0.5) * std::numbers::pi;
  const double sine = std::sin(rest), cosine = std::cos(rest);
  switch (quarters % 4) {
    case 0: return {radius * sine, radius * cosine};
    case 1: return {radius * cosine, -radius * sine};
    case 2: return {-radius * sine, -radius * cosine};
    default: return {-radius * cosine, radius * sine};
  }
}

float inverse_normal(unsigned bits) {
  const bool mirrored = bits > 0x80000000u;
  return inverse(uniform(mirrored ? ~bits : bits), mirrored);
}

float inverse_normal(unsigned long long bits) { return inverse_normal(static_cast<unsigned>(bits >> 32)); }

double inverse_normal_double(unsigned bits) {
  const bool mirrored = bits > 0x80000000u;
  return inverse(open_uniform(mirrored ? ~bits : bits), mirrored);
}

double inverse_normal_double(unsigned long long bits) {
  const bool mirrored = bits >> 11 > 1ull << 52;
  return inverse(uniform_double(mirrored ? ~bits : bits), mirrored);
}

}  // namespace loom::random
