#include "libraries/cufft/layout.hpp"

#include <algorithm>

namespace loom::cufft {

namespace {

constexpr std::size_t most_dimensions = 3;

Side side(const Shape& shape, bool in_place, bool is_real, const Placement& placement) {
  const std::size_t rank = shape.lengths.size();
  const long long last = shape.lengths.back();
  // A complex row of a real transform is the half that says all.
  const bool is_halved = !is_real && (has_real_input(shape.type) || has_real_output(shape.type));
  std::vector<long long> touched = shape.lengths;
  if (is_halved) touched.back() = last / 2 + 1;

  std::vector<long long> rows = placement.embed;
  if (!shape.is_placed) {
    rows = touched;
    if (is_real && in_place) rows.back() = 2 * (last / 2 + 1);
  }

  Side result;
  result.element_bytes = (is_double(shape.type) ? sizeof(double) : sizeof(float)) * (is_real ? 1 : 2);
  result.strides.resize(rank);
  std::ptrdiff_t stride = shape.is_placed ? placement.stride : 1;
  std::ptrdiff_t farthest = 0;
  for (std::size_t i = rank; i-- > 0;) {
    result.strides[i] = stride;
    farthest += (touched[i] - 1) * stride;
    stride *= rows[i];
  }
  result.distance = shape.is_placed ? placement.distance : stride;
  result.elements = static_cast<std::size_t>(farthest + (shape.batch - 1) * result.distance + 1);
  return result;
}

bool is_type(cufftType type) {
  constexpr cufftType types[] = {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D};
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

bool is_positive(long long value) { return value > 0; }

bool is_sound(const Placement& placement, long long batch) {
  return !placement.embed.empty() && placement.stride > 0 && (batch == 1 || placement.distance > 0) &&
         std::all_of(placement.embed.begin() + 1, placement.embed.end(), is_positive);
}

}  // namespace

bool is_double(cufftType type) { return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D; }
bool has_real_input(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
bool has_real_output(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }

Side input_side(const Shape& shape, bool in_place) { return side(shape, in_place, has_real_input(shape.type), shape.input); }
Side output_side(const Shape& shape, bool in_place) { return side(shape, in_place, has_real_output(shape.type), shape.output); }

cufftResult check(const Shape& shape) {
  if (!is_type(shape.type)) return CUFFT_INVALID_TYPE;
  if (shape.lengths.empty() || shape.lengths.size() > most_dimensions) return CUFFT_INVALID_VALUE;
  if (!std::all_of(shape.lengths.begin(), shape.lengths.end(), is_positive) || shape.batch < 1) return CUFFT_INVALID_SIZE;
  if (shape.is_placed && (!is_sound(shape.input, shape.batch) || !is_sound(shape.output, shape.batch))) return CUFFT_INVALID_VALUE;
  return CUFFT_SUCCESS;
}

}  // namespace loom::cufft
