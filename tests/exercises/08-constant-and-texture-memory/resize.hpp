// Exercise "Resizing a picture with a texture": what its test calls.
#pragma once

#include <cstddef>

#include "common/picture.cuh"
#include "common/texture.cuh"

using Grey = weft::Picture<unsigned char>;
__global__ void sample(cudaTextureObject_t texture, weft::MatrixView<unsigned char> result);
Grey resized(const Grey& picture, std::size_t rows, std::size_t columns);
