// Textures as a thread reads them.

#include "loom/device_textures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "device/device_only.hpp"
#include "textures/coordinates.hpp"
#include "textures/filter.hpp"
#include "textures/memory.hpp"
#include "textures/objects.hpp"
#include "textures/texel.hpp"

namespace loom {

namespace textures {

namespace {

const Texture& texture_of(const char* function, cudaTextureObject_t handle, std::uintptr_t pc) {
  device_only(function);
  if (const Texture* const texture = find_texture(handle)) return *texture;
  const HooksMuted muted;
  ends_kernel(pc, std::string("calls ") + function, "a read through a texture object that does not exist",
              "Make it with cudaCreateTextureObject, check that the call succeeds, and destroy it only after the last kernel that uses it.");
}

AxisMode axis(const Texture& texture, int number) {
  const Image& image = texture.image;
  const std::size_t extent = number == 0 ? image.width : number == 1 ? image.height : image.depth;
  return {static_cast<int>(extent), texture.how.addressMode[number], texture.how.normalizedCoords != 0};
}

// One texel; outside where one of its numbers is.
Texel texel_at(const Texture& texture, int x, int y, int z, std::uintptr_t pc) {
  if (x == outside || y == outside || z == outside) return border(texture);
  const Image& image = texture.image;
  const std::size_t bytes = image.format.texel_bytes();
  const std::uintptr_t address = image.base + static_cast<std::size_t>(z) * image.slice_bytes +
                                 static_cast<std::size_t>(y) * image.row_bytes + static_cast<std::size_t>(x) * bytes;
  reads(address, bytes, pc);
  return decode(image.format, reinterpret_cast<const void*>(address));
}

Texel as_read(const Texture& texture, const Texel& texel) { return is_real(texture) ? as_real(texture, texel) : texel; }

// Along each axis the two texels that are filtered; an axis that takes no part stands still at the first.
struct Neighbours {
  Pair x, y, z;
  int count = 2;                     // of texels
};

Texel filtered(const Texture& texture, const Neighbours& at, std::uintptr_t pc) {
  const Weights share = weights(at.x.weight, at.y.weight, at.z.weight);
  Texel texels[8], reals[8];
  for (int i = 0; i < at.count; ++i) {
    texels[i] = {};
    if (share.taken[i])
      texels[i] = texel_at(texture, i & 1 ? at.x.second : at.x.first, i & 2 ? at.y.second : at.y.first,
                           i & 4 ? at.z.second : at.z.first, pc);
    reals[i] = as_real(texture, texels[i]);
  }
  Texel result{};
  for (int c = 0; c < texture.image.format.channels; ++c) {
    std::int32_t integers[8];
    float numbers[8];
    for (int i = 0; i < at.count; ++i) {
      integers[i] = static_cast<std::int32_t>(texels[i].words[c]);
      numbers[i] = std::bit_cast<float>(reals[i].words[c]);
    }
    const Format& format = texture.image.format;
    const float sum = format.element == Element::real ? weighted_sum(numbers, share, at.count, format.bits == 16 ? half_precision : single_precision)
                                                      : filtered_integer(format, integers, share.parts, at.count);
    result.words[c] = std::bit_cast<unsigned>(sum);
  }
  return result;
}

bool is_linear(const Texture& texture) { return texture.how.filterMode == cudaFilterModeLinear; }

// In one or two dimensions, in one layer. To the hardware an array of one dimension is one row of a plane, read at 0: with
// the border beyond that row it is filtered with the border.
Texel sample_plane(const Texture& texture, float x, float y, int layer, std::uintptr_t pc) {
  const AxisMode across = axis(texture, 0), down = axis(texture, 1);
  if (!is_linear(texture)) return as_read(texture, texel_at(texture, nearest(x, across), nearest(y, down), layer, pc));
  return filtered(texture, {neighbours(x, across), neighbours(y, down), {layer, layer, 0}, 4}, pc);
}

Texel sample_volume(const Texture& texture, float x, float y, float z, std::uintptr_t pc) {
  const AxisMode across = axis(texture, 0), down = axis(texture, 1), inwards = axis(texture, 2);
  if (!is_linear(texture))
    return as_read(texture, texel_at(texture, nearest(x, across), nearest(y, down), nearest(z, inwards), pc));
  return filtered(texture, {neighbours(x, across), neighbours(y, down), neighbours(z, inwards), 8}, pc);
}

int nearest_layer(const Texture& texture, int layer) {
  return std::min(layer_number(layer), static_cast<int>(texture.image.depth) - 1);
}

// One channel of the four texels that a linear filter would read, from the lower left counter-clockwise.
Texel gathered(const Texture& texture, float x, float y, int channel, std::uintptr_t pc) {
  const Pair across = neighbours_beyond(x, axis(texture, 0)), down = neighbours_beyond(y, axis(texture, 1));
  const int columns[] = {across.first, across.second, across.second, across.first};
  const int rows[] = {down.second, down.second, down.first, down.first};
  Texel result{};
  for (int i = 0; i < 4; ++i)
    result.words[i] = as_read(texture, texel_at(texture, columns[i], rows[i], 0, pc)).words[channel & 3];
  return result;
}

// Which face of a cube lies in a direction, and where on it, from 0 to 1.
struct OnFace { int face; float x, y; };
OnFace on_face(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  float across, down, major;
  int face;
  if (az >= ax && az >= ay) {
    face = z < 0 ? 5 : 4, across = z < 0 ? -x : x, down = -y, major = az;
  } else if (ay >= ax) {
    face = y < 0 ? 3 : 2, across = x, down = y < 0 ? -z : z, major = ay;
  } else {
    face = x < 0 ? 1 : 0, across = x < 0 ? z : -z, down = -y, major = ax;
  }
  return {face, (across / major + 1) / 2, (down / major + 1) / 2};
}

}  // namespace

}  // namespace textures

using namespace textures;

// Beyond the end there are zeros.
Texel texture_fetch(cudaTextureObject_t handle, int x) {
  const std::uintptr_t pc = LOOM_CALLER;
  const Texture& texture = texture_of("tex1Dfetch", handle, pc);
  if (x < 0 || static_cast<std::size_t>(x) >= texture.image.width) return Texel{};
  return as_read(texture, texel_at(texture, x, 0, 0, pc));
}

Texel texture_1d(cudaTextureObject_t handle, float x) {
  const std::uintptr_t pc = LOOM_CALLER;
  return sample_plane(texture_of("tex1D", handle, pc), x, 0, 0, pc);
}

Texel texture_2d(cudaTextureObject_t handle, float x, float y) {
  const std::uintptr_t pc = LOOM_CALLER;
  return sample_plane(texture_of("tex2D", handle, pc), x, y, 0, pc);
}

Texel texture_3d(cudaTextureObject_t handle, float x, float y, float z) {
  const std::uintptr_t pc = LOOM_CALLER;
  return sample_volume(texture_of("tex3D", handle, pc), x, y, z, pc);
}

Texel texture_layered(cudaTextureObject_t handle, float x, float y, int layer) {
  const std::uintptr_t pc = LOOM_CALLER;
  const Texture& texture = texture_of("a layered texture's function", handle, pc);
  return sample_plane(texture, x, y, nearest_layer(texture, layer), pc);
}

Texel texture_gather(cudaTextureObject_t handle, float x, float y, int channel) {
  const std::uintptr_t pc = LOOM_CALLER;
  return gathered(texture_of("tex2Dgather", handle, pc), x, y, channel, pc);
}

Texel texture_cube(cudaTextureObject_t handle, float x, float y, float z, int layer) {
  const std::uintptr_t pc = LOOM_CALLER;
  const Texture& texture = texture_of("texCubemap", handle, pc);
  const OnFace at = on_face(x, y, z);
  return sample_plane(texture, at.x, at.y, nearest_layer(texture, 6 * layer + at.face), pc);
}

}  // namespace loom
