// Exercise "Two textures": a dot product of vectors in arrays, in linear memory, or one of each.
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

// Element i of a vector that is stored there.
template <In where>
__device__ float element(cudaTextureObject_t texture, int i) {
  // your code begins
  // your code ends
  return 0;
}

// Adds to *sum the products of n elements.
// Any grid will do, and any block of up to 1,024 threads; a block performs one atomic operation.
template <In first, In second>
__global__ void add_products(cudaTextureObject_t a, cudaTextureObject_t b, int n, double* sum) {
  // your code begins
  // your code ends
}

struct Dot {
  double value;
  double seconds;  // that the kernel took
};

// The dot product of two vectors of the same length, from 1 to 131,072.
template <In first, In second>
Dot dot(const std::vector<float>& a, const std::vector<float>& b) {
  Dot result{0, 0};
  // your code begins
  // your code ends
  return result;
}
