// Texels in memory: what the arrays, textures and surfaces of a program are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "texture_types.h"

namespace loom::textures {

enum class Element : std::uint8_t { unsigned_integer, signed_integer, real };

struct Format {
  Element element = Element::unsigned_integer;
  int channels = 0;                  // 1, 2 or 4
  int bits = 0;                      // of each: 8, 16 or 32

  std::size_t texel_bytes() const { return static_cast<std::size_t>(channels * bits / 8); }
};

// Nothing where no texel is described like that.
std::optional<Format> format_of(const cudaChannelFormatDesc&);

enum class Shape : std::uint8_t { linear, line, plane, volume, line_layers, plane_layers, cube, cube_layers };

struct Image {
  Shape shape = Shape::linear;
  Format format;
  std::uintptr_t base = 0;
  std::size_t width = 1, height = 1, depth = 1;    // in texels; what there is none of is 1
  std::size_t row_bytes = 0;         // from one row to the next
  std::size_t slice_bytes = 0;       // from one layer to the next
};

// A layer's number has 16 bits: a negative one is a large one.
constexpr int layer_number(int layer) { return layer & 0xffff; }

}  // namespace loom::textures
