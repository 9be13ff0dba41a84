// CUDA arrays: device memory in rows and slices that kernels reach through textures and surfaces alone.
#pragma once

#include "runtime/context.hpp"
#include "textures/image.hpp"

struct cudaArray {
  cudaChannelFormatDesc desc{};
  cudaExtent extent{};               // as the program gave it: 0 where there is no such axis
  unsigned flags = 0;
  int device = 0;
  loom::textures::Image image;       // rows and slices follow each other without a gap
};

namespace loom::runtime {

// The runtime's lock is held for all of these.

// The array behind a handle; nullptr where there is none.
cudaArray* find_array(cudaArray_const_t);

// The arrays of a device that is reset are no more. Their memory is the runtime's to give back.
void forget_arrays(const Device&);

}  // namespace loom::runtime
