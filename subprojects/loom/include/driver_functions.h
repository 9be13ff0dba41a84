// Makers of the types that describe memory in rows and slices.
#pragma once
#define __DRIVER_FUNCTIONS_H__   // programs ask by this name whether the header is included

#include "driver_types.h"

[[maybe_unused]] static inline cudaPitchedPtr make_cudaPitchedPtr(void* ptr, size_t pitch, size_t xsize, size_t ysize) {
  return cudaPitchedPtr{ptr, pitch, xsize, ysize};
}

[[maybe_unused]] static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return cudaExtent{width, height, depth};
}

[[maybe_unused]] static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }
