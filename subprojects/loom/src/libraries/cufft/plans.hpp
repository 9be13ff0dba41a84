// The plans a program holds, by their numbers.
#pragma once

#include <memory>
#include <vector>

#include "libraries/cufft/transform.hpp"

namespace loom::cufft {

struct Plan {
  int device = 0;
  cudaStream_t stream = nullptr;
  // None before cufftMakePlan…. Work in a stream keeps the one it was given.
  std::shared_ptr<Transform> transform;
  std::vector<int> gpus;             // that hold the data, where they are several
};

// CUFFT_SETUP_FAILED where the device cannot be used.
cufftResult add(cufftHandle&);
// nullptr where the program got no such plan, or has destroyed it.
Plan* find(cufftHandle);
bool remove(cufftHandle);

// Whether what the plan is for can be transformed on its GPUs.
cufftResult check_for_several(const Plan&, const Shape&);

// Bytes that cuFFT might work in. loom needs none.
std::size_t work_bytes(const Shape&);

}  // namespace loom::cufft
