// What a tensor map holds here: how a tensor lies in global memory, and of which boxes copies are made. On a GPU its bytes are a secret.
#pragma once

#include <cstdint>

namespace loom {

// How pieces of 16 bytes are permuted in shared memory: each within a span of so many bytes, by the number of its row of 128 bytes.
enum class Swizzle : std::uint8_t { none, span32, span64, span128 };

// Where the byte at that address comes to lie.
constexpr std::uintptr_t swizzled(std::uintptr_t address, Swizzle swizzle) {
  const std::uintptr_t rows = (std::uintptr_t{1} << static_cast<unsigned>(swizzle)) - 1;
  return address ^ ((address >> 7 & rows) << 4);
}

// What numbers a tensor consists of, as far as a copy must know.
enum class Element : std::uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16, f32_without_subnormals, tf32, tf32_without_subnormals };

constexpr unsigned bytes_of(Element element) {
  constexpr unsigned bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
  return bytes[static_cast<unsigned>(element)];
}

struct TensorMap {
  static constexpr unsigned most_dimensions = 5;
  static constexpr std::uint32_t valid = 0x70616d74;

  std::uint64_t address;
  std::uint64_t strides[most_dimensions];          // bytes from one index to the next
  std::uint32_t last[most_dimensions];             // indices
  std::uint16_t box[most_dimensions];
  std::uint8_t steps[most_dimensions];
  std::uint8_t rank;
  Element element;
  Swizzle swizzle;
  bool fills_with_nan, is_interleaved;
  std::uint32_t mark;                              // `valid`
};

// How many elements of a box a copy takes along a dimension. The first one has no steps.
constexpr unsigned count_in_box(const TensorMap& map, unsigned dimension) {
  return dimension == 0 ? map.box[0] : (map.box[dimension] + map.steps[dimension] - 1u) / map.steps[dimension];
}
constexpr std::uint64_t bytes_of_box(const TensorMap& map) {
  std::uint64_t bytes = bytes_of(map.element);
  for (unsigned i = 0; i < map.rank; ++i) bytes *= count_in_box(map, i);
  return bytes;
}
// From one row of a box to the next in shared memory: where it is swizzled, a row has a span of its own.
constexpr unsigned pitch_of_box(const TensorMap& map) {
  return map.swizzle == Swizzle::none ? map.box[0] * bytes_of(map.element) : 16u << static_cast<unsigned>(map.swizzle);
}

}  // namespace loom
