// Making generators, and what can be set on them.
#include <algorithm>
#include <cstdio>

#include "libraries/curand/directions.hpp"
#include "libraries/curand/generator.hpp"
#include "libraries/work.hpp"

namespace {

using loom::generators::is_generator;

constexpr curandRngType_t known[] = {CURAND_RNG_PSEUDO_XORWOW,           CURAND_RNG_PSEUDO_MRG32K3A,
                                     CURAND_RNG_PSEUDO_MT19937,          CURAND_RNG_PSEUDO_PHILOX4_32_10,
                                     CURAND_RNG_QUASI_SOBOL32,           CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
                                     CURAND_RNG_QUASI_SOBOL64,           CURAND_RNG_QUASI_SCRAMBLED_SOBOL64};

curandRngType_t named(curandRngType_t type) {
  if (type == CURAND_RNG_PSEUDO_DEFAULT) return CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT) return CURAND_RNG_QUASI_SOBOL32;
  return type;
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool is_of_host) {
  if (!generator) return CURAND_STATUS_OUT_OF_RANGE;
  type = named(type);
  if (type == CURAND_RNG_PSEUDO_MTGP32)
    std::fprintf(stderr, "loom: there is no MTGP32; use CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A or CURAND_RNG_PSEUDO_PHILOX4_32_10\n");
  if (std::find(std::begin(known), std::end(known), type) == std::end(known)) return CURAND_STATUS_TYPE_ERROR;
  curandGenerator_st made;
  made.is_of_host = is_of_host;
  made.settings.type = type;
  if (made.is_quasi()) made.settings.ordering = CURAND_ORDERING_QUASI_DEFAULT;
  if (!is_of_host && loom::libraries::enter(made.device)) return CURAND_STATUS_INITIALIZATION_FAILED;
  *generator = loom::generators::add(std::move(made));
  return CURAND_STATUS_SUCCESS;
}

bool takes(const curandGenerator_st& generator, curandOrdering_t order) {
  if (generator.is_quasi()) return order == CURAND_ORDERING_QUASI_DEFAULT;
  switch (order) {
    case CURAND_ORDERING_PSEUDO_DEFAULT:
    case CURAND_ORDERING_PSEUDO_LEGACY: return true;
    case CURAND_ORDERING_PSEUDO_BEST: return generator.settings.type != CURAND_RNG_PSEUDO_MT19937;
    case CURAND_ORDERING_PSEUDO_SEEDED: return generator.settings.type == CURAND_RNG_PSEUDO_XORWOW;
    case CURAND_ORDERING_PSEUDO_DYNAMIC: return !generator.is_of_host && generator.settings.type != CURAND_RNG_PSEUDO_MT19937;
    default: return false;
  }
}

// The sequence starts over, with the current settings.
curandStatus_t restart(curandGenerator_t generator) {
  generator->sequence.reset();
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t rng_type) { return create(generator, rng_type, false); }

curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t rng_type) {
  return create(generator, rng_type, true);
}

// Work that is still in a stream keeps what it needs.
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  return loom::generators::remove(generator) ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandGetVersion(int* version) {
  if (!version) return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  constexpr int parts[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CURAND_STATUS_OUT_OF_RANGE;
  *value = parts[type];
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  generator->settings.seed = seed;
  return restart(generator);
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->settings.type == CURAND_RNG_PSEUDO_MT19937) return CURAND_STATUS_TYPE_ERROR;
  generator->settings.offset = offset;
  return restart(generator);
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!takes(*generator, order)) return CURAND_STATUS_OUT_OF_RANGE;
  generator->settings.ordering = order;
  return restart(generator);
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned int num_dimensions) {
  constexpr unsigned most_of_curand = 20000;
  if (!is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  if (num_dimensions < 1 || num_dimensions > most_of_curand) return CURAND_STATUS_OUT_OF_RANGE;
  if (num_dimensions > loom::generators::largest_dimension()) {
    std::fprintf(stderr, "loom: a quasirandom generator has %u dimensions at most, whereas cuRAND has %u; request fewer\n",
                 loom::generators::largest_dimension(), most_of_curand);
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  generator->settings.dimensions = num_dimensions;
  return restart(generator);
}
