// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 abf09a97528b9d82d2e40293454fd1e7e574666b]
#pragma once

#include "common/buffer.cuh"

#include <curand.h>

namespace weft {

struct RandomError : std::runtime_error {
  RandomError(curandStatus_t code, const Place& place)
      : std::runtime_error(std::string(place.file_name()) + ":" + std::to_string(place.line()) +
                           ": cuRAND: status " + std::to_string(code)),
        code(code) {}
  curandStatus_t code;
};

inline void check(curandStatus_t result, Place place = Place::current()) {
  if (result != CURAND_STATUS_SUCCESS) throw RandomError(result, place);
}

struct Generator : Owner<curandGenerator_t, curandDestroyGenerator> {
  Generator(curandRngType_t type, unsigned long long seed, Place place = Place::current()) {
    check(curandCreateGenerator(out(), type), place);
    check(curandSetPseudoRandomGeneratorSeed(*this, seed), place);
  }
};

}  // namespace weft
