// Exercise "Resizing a picture with a texture": a picture in another size, with a two-dimensional texture.
#include <vector>

#include "08-constant-and-texture-memory/resize.hpp"
#include "common/picture.cuh"
#include "common/texture.cuh"

// Each pixel of `result` becomes the texture's value at the same normalised coordinates. Texels
// are read as numbers from 0 to 1. The grid has a thread for each pixel, and perhaps more.
__global__ void sample(cudaTextureObject_t texture, weft::MatrixView<unsigned char> result) {
  // your code begins
  // your code ends
}

// The picture with `rows` rows and `columns` columns, filtered linearly. Throws weft::CudaError if anything fails.
Grey resized(const Grey& picture, std::size_t rows, std::size_t columns) {
  Grey result{rows, columns, std::vector<unsigned char>(rows * columns)};
  // your code begins
  // your code ends
  return result;
}
