// A generator as the program holds it.
#pragma once

#include <memory>

#include "libraries/curand/sequence.hpp"

struct curandGenerator_st {
  loom::generators::Settings settings;
  bool is_of_host = false;
  int device = 0;
  cudaStream_t stream = nullptr;
  // Made at the first numbers after a change of the settings. Work in a stream keeps the one it was given.
  std::shared_ptr<loom::generators::Sequence> sequence;

  bool is_quasi() const { return settings.type >= CURAND_RNG_QUASI_DEFAULT; }
  bool is_64() const {
    return settings.type == CURAND_RNG_QUASI_SOBOL64 || settings.type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  }
  // Its normal numbers come in pairs only.
  bool is_paired() const { return settings.type == CURAND_RNG_PSEUDO_XORWOW || settings.type == CURAND_RNG_PSEUDO_MRG32K3A; }
};

namespace loom::generators {

curandGenerator_t add(curandGenerator_st);
// False where the program got none by this handle, or has destroyed it.
bool is_generator(curandGenerator_t);
bool remove(curandGenerator_t);

}  // namespace loom::generators
