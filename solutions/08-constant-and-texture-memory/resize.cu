// Exercise "Resizing a picture with a texture": a picture in another size, with a two-dimensional texture.
#include <vector>

#include "08-constant-and-texture-memory/resize.hpp"
#include "common/picture.cuh"
#include "common/texture.cuh"

// Each pixel of `result` becomes the texture's value at the same normalised coordinates. Texels
// are read as numbers from 0 to 1. The grid has a thread for each pixel, and perhaps more.
__global__ void sample(cudaTextureObject_t texture, weft::MatrixView<unsigned char> result) {
  // your code begins
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= result.rows() || column >= result.columns()) return;
  const float x = (static_cast<float>(column) + 0.5f) / static_cast<float>(result.columns());
  const float y = (static_cast<float>(row) + 0.5f) / static_cast<float>(result.rows());
  result(row, column) = static_cast<unsigned char>(255 * tex2D<float>(texture, x, y) + 0.5f);
  // your code ends
}

// The picture with `rows` rows and `columns` columns, filtered linearly. Throws weft::CudaError if anything fails.
Grey resized(const Grey& picture, std::size_t rows, std::size_t columns) {
  Grey result{rows, columns, std::vector<unsigned char>(rows * columns)};
  // your code begins
  const weft::Array array = weft::make_array(picture.rows, picture.columns, picture.pixels);
  cudaTextureDesc how = weft::reading(cudaFilterModeLinear, cudaAddressModeClamp, true);
  how.readMode = cudaReadModeNormalizedFloat;
  const weft::Texture texture = weft::make_texture(weft::texels_in(array), how);
  weft::Matrix<unsigned char> canvas(rows, columns);
  const dim3 block(32, 8);
  const dim3 grid(static_cast<unsigned>((columns + 31) / 32), static_cast<unsigned>((rows + 7) / 8));
  sample<<<grid, block>>>(texture.object(), canvas.view());
  weft::check(cudaGetLastError());
  result.pixels = canvas.to_host();
  // your code ends
  return result;
}
