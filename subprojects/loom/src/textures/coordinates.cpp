#include "textures/coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace loom::textures {

namespace {

constexpr double one = 1 << 21;

// Positions this far out are as good as at infinity, and arithmetic with them does not overflow.
constexpr double far = 0x1p30;

bool wraps(const AxisMode& mode) { return mode.normalised && mode.address == cudaAddressModeWrap; }
bool mirrors(const AxisMode& mode) { return mode.normalised && mode.address == cudaAddressModeMirror; }

// The coordinate in steps of 2^-21, brought into the first period where there are periods. Those of large numbers are
// whole, so infinity counts as 0 there.
double fine(float coordinate, const AxisMode& mode) {
  const double steps = std::floor(double{coordinate} * one);
  if (!wraps(mode) && !mirrors(mode)) return steps;
  if (std::isinf(steps)) return 0;
  const double period = mirrors(mode) ? 2 * one : one;
  return steps - period * std::floor(steps / period);
}

// The position in texels, times 2^bits, rounded down after `half` has been added.
std::int64_t position(float coordinate, const AxisMode& mode, int bits, double half) {
  if (std::isnan(coordinate) || std::fabs(coordinate) < std::numeric_limits<float>::min()) coordinate = 0;
  const double in_texels = mode.normalised ? fine(coordinate, mode) / one * mode.extent : coordinate;
  return static_cast<std::int64_t>(std::floor(std::clamp(in_texels, -far, far) * (1 << bits) + half));
}

// The texel of that number, whatever the addressing mode makes of one beyond the ends.
int addressed(std::int64_t texel, const AxisMode& mode) {
  if (texel >= 0 && texel < mode.extent) return static_cast<int>(texel);
  if (mode.address == cudaAddressModeBorder) return outside;
  if (wraps(mode)) return texel < 0 ? mode.extent - 1 : 0;
  if (mirrors(mode) && texel >= 0) return static_cast<int>(std::max<std::int64_t>(2 * std::int64_t{mode.extent} - 1 - texel, 0));
  return texel < 0 ? 0 : mode.extent - 1;
}

}  // namespace

int nearest(float coordinate, const AxisMode& mode) { return addressed(position(coordinate, mode, 0, 0), mode); }

namespace {

// Texels have their centres at one half.
std::int64_t from_centre(float coordinate, const AxisMode& mode) { return position(coordinate, mode, 8, 0.5) - 128; }

Pair pair_at(std::int64_t at, const AxisMode& mode) {
  return {addressed(at >> 8, mode), addressed((at >> 8) + 1, mode), static_cast<int>(at & 255)};
}

}  // namespace

Pair neighbours(float coordinate, const AxisMode& mode) {
  const std::int64_t at = from_centre(coordinate, mode);
  const bool clamps = mode.address != cudaAddressModeBorder && !wraps(mode) && !mirrors(mode);
  return pair_at(clamps ? std::clamp<std::int64_t>(at, 0, (mode.extent - 1) * 256) : at, mode);
}

Pair neighbours_beyond(float coordinate, const AxisMode& mode) { return pair_at(from_centre(coordinate, mode), mode); }

}  // namespace loom::textures
