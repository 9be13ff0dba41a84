// Exercise "A dot product from two textures": what its test calls.
#pragma once

#include <vector>

#include "common/texture.cuh"
#include "common/timer.cuh"

enum class In { array, linear };

// A vector, and the texture through which it is read.
template <In where>
struct Stored;

template <>
struct Stored<In::array> {
  explicit Stored(const std::vector<float>& values)
      : memory(weft::make_array(0, values.size(), values)),
        texture(weft::make_texture(weft::texels_in(memory), weft::reading(cudaFilterModeLinear))) {}
  weft::Array memory;
  weft::Texture texture;
};

template <>
struct Stored<In::linear> {
  explicit Stored(const std::vector<float>& values)
      : memory(values), texture(weft::make_texture(weft::texels_in(memory), weft::reading())) {}
  weft::Buffer<float> memory;
  weft::Texture texture;
};

template <In first, In second>
__global__ void add_products(cudaTextureObject_t a, cudaTextureObject_t b, int n, double* sum);

struct Dot {
  double value;
  double seconds;  // that the kernel took
};

template <In first, In second>
Dot dot(const std::vector<float>& a, const std::vector<float>& b);
