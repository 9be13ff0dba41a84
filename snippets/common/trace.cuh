// Tangled from chapters/30-a-renderer.md. Edit there. [sha1 28b40abc5f9ec887a87ee695d9422df82c08563a]
// Rays that go on at mirrors and through glass, up to the sky.
#pragma once

#include "common/light.cuh"
#include "common/texture.cuh"

namespace weft {

// The sky as a texture: longitude from left to right, the zenith above, the nadir below.
struct Sky {
  cudaTextureObject_t texture;
  __device__ Vec<float> operator()(Vec<float> along) const {
    const float longitude = atan2f(along.z, along.x) * 0.15915494f;                     // / 2π
    const float from_zenith = acosf(fminf(fmaxf(along.y, -1.0f), 1.0f)) * 0.31830989f;  // / π
    const float4 light = tex2D<float4>(texture, longitude, from_zenith);
    return {light.x, light.y, light.z};
  }
};

inline cudaTextureDesc around_the_sky(cudaTextureAddressMode longitude = cudaAddressModeWrap,
                                      cudaTextureAddressMode latitude = cudaAddressModeClamp) {
  cudaTextureDesc how = reading(cudaFilterModeLinear, longitude, true);
  how.addressMode[1] = latitude;
  return how;
}

constexpr int most_surfaces = 8;  // on the path of a ray

template <class T>
__host__ __device__ Ray<T> reflected(const Ray<T>& ray, const Surface<T>& at) {
  return {at.point + step_off * at.normal,
          ray.along - 2 * dot(ray.along, at.normal) * at.normal};
}

template <class T>
__host__ __device__ Ray<T> straight_on(const Ray<T>& ray, const Surface<T>& at) {
  return {at.point - step_off * at.normal, ray.along};  // a step to the other side of the wall
}

template <class T>
struct Traced {
  Vec<T> colour;
  int passes;  // over the list of spheres, one per ray
};

template <class T, class Above>
__host__ __device__ Traced<T> trace(const Scene& scene, Ray<T> ray, Vec<T> sun,
                                    const Above& sky) {
  Vec<T> colour{0, 0, 0}, weight{1, 1, 1};
  int passes = 0;
  for (int surface = 0; surface < most_surfaces; ++surface) {
    const Hit<T> hit = first_hit(scene, ray);
    ++passes;
    if (hit.what == nothing) return {colour + weight * sky(ray.along), passes};
    const Surface<T> at = surface_at(scene, ray, hit);
    const T own = 1 - at.mirror - at.clear;
    if (own > 0) {
      colour = colour + weight * (own * lit(scene, at, sun));
      passes += dot(at.normal, sun) > 0;  // only then is there a shadow ray
    }
    if (at.mirror > 0) {
      weight = at.mirror * weight;
      ray = reflected(ray, at);
    } else if (at.clear > 0) {
      weight = at.clear * (weight * at.colour);
      ray = straight_on(ray, at);
    } else {
      break;
    }
  }
  return {colour, passes};
}

inline float noise_at(int x, int y) {
  unsigned h = static_cast<unsigned>(x) * 374761393u + static_cast<unsigned>(y) * 668265263u;
  h = (h ^ h >> 13) * 1274126177u;
  return static_cast<float>((h ^ h >> 16) >> 8) * 0x1p-24f;
}

inline float smooth_noise(float x, float y) {
  const float left = std::floor(x), top = std::floor(y);
  const auto eased = [](float t) { return t * t * (3 - 2 * t); };
  const float u = eased(x - left), v = eased(y - top);
  const int i = static_cast<int>(left), j = static_cast<int>(top);
  const float upper = noise_at(i, j) + u * (noise_at(i + 1, j) - noise_at(i, j));
  const float lower = noise_at(i, j + 1) + u * (noise_at(i + 1, j + 1) - noise_at(i, j + 1));
  return upper + v * (lower - upper);
}

// A gradient, clouds and the sun.
inline float4 sky_towards(Vec<float> d, Vec<float> sun) {
  const float height = std::max(d.y, 0.0f), blue = std::sqrt(height);
  Vec<float> light = Vec<float>{0.80f, 0.87f, 0.95f} + blue * Vec<float>{-0.62f, -0.47f, -0.20f};
  float cloud = 0, x = 1.5f * d.x / (height + 0.15f), z = 1.5f * d.z / (height + 0.15f), size = 0.5f;
  for (int octave = 0; octave < 4; ++octave, x *= 2.03f, z *= 2.03f, size /= 2)
    cloud += size * smooth_noise(x + 40, z + 70);
  cloud = std::min(std::max((cloud - 0.45f) * 3.5f, 0.0f), 1.0f) * std::min(height * 6, 1.0f);
  light = light + cloud * (Vec<float>{0.97f, 0.96f, 0.95f} - light);
  const float near = std::max(dot(d, sun), 0.0f);
  light = light + (std::pow(near, 300.0f) + (near > 0.9985f ? 6.0f : 0.0f)) * Vec<float>{1, 0.93f, 0.8f};
  return {light.x, light.y, light.z, 1};
}

inline std::vector<float4> paint_sky(int rows, int columns, Vec<float> sun) {
  std::vector<float4> texels;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const float down = 3.14159265f * (row + 0.5f) / rows;
      const float around = 6.2831853f * (column + 0.5f) / columns;
      texels.push_back(sky_towards({std::sin(down) * std::cos(around), std::cos(down),
                                    std::sin(down) * std::sin(around)}, sun));
    }
  return texels;
}

}  // namespace weft
