// The plans a program holds, by their numbers.
#pragma once

#include <memory>

#include "libraries/cufft/transform.hpp"

namespace loom::cufft {

struct Plan {
  int device = 0;
  cudaStream_t stream = nullptr;
  // None before cufftMakePlan…. Work in a stream keeps the one it was given.
  std::shared_ptr<Transform> transform;
};

// CUFFT_SETUP_FAILED where the device cannot be used.
cufftResult add(cufftHandle&);
// nullptr where the program got no such plan, or has destroyed it.
Plan* find(cufftHandle);
bool remove(cufftHandle);

// Bytes that cuFFT might work in. loom needs none.
std::size_t work_bytes(const Shape&);

}  // namespace loom::cufft
