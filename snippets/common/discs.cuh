// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 fa13356d97c0b80d19fbc379fdaa0c532db3c740]
// Translucent circles, and what a pixel shows of them.
#pragma once

#include "common/picture.cuh"

namespace weft {

struct alignas(16) Circle {
  float x, y, radius, opacity;
  float red, green, blue, depth;
};

struct Layer {
  float red, green, blue, through;
};

struct Over {
  using Value = Layer;
  __host__ __device__ static Layer identity() { return {0, 0, 0, 1}; }
  __host__ __device__ Layer operator()(const Layer& front, const Layer& back) const {
    return {fmaf(front.through, back.red, front.red),
            fmaf(front.through, back.green, front.green),
            fmaf(front.through, back.blue, front.blue), front.through * back.through};
  }
};

__host__ __device__ inline Layer layer_of(const Circle& c) {
  return {c.opacity * c.red, c.opacity * c.green, c.opacity * c.blue, 1 - c.opacity};
}

__host__ __device__ inline bool covers(const Circle& c, float x, float y) {
  const float dx = x - c.x, dy = y - c.y;
  return dx * dx + dy * dy <= c.radius * c.radius;
}

// A pixel through which less passes is finished: 255/1024 is less than half a step of a byte.
constexpr float opaque = 1.0f / 1024;

// What is seen at (x, y), if the last of the circles is in front.
__host__ __device__ inline Layer seen_at(const Circle* circles, std::size_t count, float x,
                                         float y) {
  Layer seen = Over::identity();
  for (std::size_t i = count; i-- > 0 && seen.through >= opaque;)
    if (covers(circles[i], x, y)) seen = Over{}(seen, layer_of(circles[i]));
  return seen;
}

// The pixel, with white paper behind it.
__host__ __device__ inline uchar3 on_paper(const Layer& seen) {
  const auto byte = [&](float light) {
    return static_cast<unsigned char>(fmaf(255, light + seen.through, 0.5f));
  };
  return {byte(seen.red), byte(seen.green), byte(seen.blue)};
}

}  // namespace weft
