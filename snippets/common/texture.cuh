// Tangled from chapters/08-constant-and-texture-memory.md. Edit there. [sha1 a0d6e647a7b90a3e6909bc5fec380d2ebbfc3c68]
#pragma once

#include "common/buffer.cuh"

namespace weft {

using Array = Owner<cudaArray_t, cudaFreeArray>;

struct Texture : Owner<cudaTextureObject_t, cudaDestroyTextureObject> {
  cudaTextureObject_t object() const { return *this; }  // for the arguments of kernels
};

// An array of rows × columns; with 0 rows, of a single dimension.
template <class T>
Array make_array(std::size_t rows, std::size_t columns, const std::vector<T>& texels) {
  Array array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  check(cudaMallocArray(array.out(), &format, columns, rows));
  const std::size_t width = columns * sizeof(T), height = rows == 0 ? 1 : rows;
  check(cudaMemcpy2DToArray(array, 0, 0, texels.data(), width, width, height,
                            cudaMemcpyHostToDevice));
  return array;
}

// Where the texels are.
inline cudaResourceDesc texels_in(const Array& array) {
  cudaResourceDesc where{};
  where.resType = cudaResourceTypeArray;
  where.res.array.array = array;
  return where;
}
template <class T>
cudaResourceDesc texels_in(Buffer<T>& memory) {
  cudaResourceDesc where{};
  where.resType = cudaResourceTypeLinear;
  where.res.linear.devPtr = memory.data();
  where.res.linear.desc = cudaCreateChannelDesc<T>();
  where.res.linear.sizeInBytes = memory.size() * sizeof(T);
  return where;
}

// How they are read: between texels, beyond the last one, and in which coordinates.
inline cudaTextureDesc reading(cudaTextureFilterMode between = cudaFilterModePoint,
                               cudaTextureAddressMode beyond = cudaAddressModeClamp,
                               bool normalised = false) {
  cudaTextureDesc how{};
  for (cudaTextureAddressMode& mode : how.addressMode) mode = beyond;
  how.filterMode = between;
  how.normalizedCoords = normalised;
  return how;
}

inline Texture make_texture(const cudaResourceDesc& where, const cudaTextureDesc& how) {
  Texture texture;
  check(cudaCreateTextureObject(texture.out(), &where, &how, nullptr));
  return texture;
}

}  // namespace weft
