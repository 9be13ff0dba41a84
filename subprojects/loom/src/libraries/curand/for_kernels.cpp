// What a program fetches here and passes to its kernels: direction vectors, scramble constants, distributions.
#include <algorithm>
#include <cmath>
#include <vector>

#include "cuda_runtime_api.h"
#include "libraries/curand/directions.hpp"
#include "loom/random/poisson.h"

namespace {

using loom::generators::Directions;

// As the program sees them: one array of words a dimension, each word the upper bits of loom's 64.
template <class Word, std::size_t bits>
struct Table {
  explicit Table(const std::vector<Directions>& directions) : vectors(new Word[directions.size()][bits]) {
    for (std::size_t dimension = 0; dimension < directions.size(); ++dimension)
      for (std::size_t bit = 0; bit < bits; ++bit)
        vectors[dimension][bit] = static_cast<Word>(directions[dimension][bit] >> (64 - bits));
  }
  Word (*vectors)[bits];
};

template <class Word, std::size_t bits>
curandStatus_t give(Word (**to)[bits], bool is_scrambled) {
  if (!to) return CURAND_STATUS_OUT_OF_RANGE;
  if (is_scrambled) {
    static const Table<Word, bits> table(loom::generators::scrambled_directions());
    *to = table.vectors;
  } else {
    static const Table<Word, bits> table(loom::generators::directions());
    *to = table.vectors;
  }
  return CURAND_STATUS_SUCCESS;
}

template <class Word>
curandStatus_t give_constants(Word** to) {
  if (!to) return CURAND_STATUS_OUT_OF_RANGE;
  static auto& constants = *[] {
    auto* const all = new std::vector<Word>;
    for (const unsigned long long constant : loom::generators::scramble_constants())
      all->push_back(static_cast<Word>(constant >> (64 - 8 * sizeof(Word))));
    return all;
  }();
  *to = constants.data();
  return CURAND_STATUS_SUCCESS;
}

}  // namespace

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[], curandDirectionVectorSet_t set) {
  if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) return CURAND_STATUS_OUT_OF_RANGE;
  return give<unsigned, 32>(vectors, set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
}

curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[], curandDirectionVectorSet_t set) {
  if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) return CURAND_STATUS_OUT_OF_RANGE;
  return give<unsigned long long, 64>(vectors, set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
}

curandStatus_t curandGetScrambleConstants32(unsigned int** constants) { return give_constants(constants); }

curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) { return give_constants(constants); }

curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t* discrete_distribution) {
  constexpr double largest = 400000;
  if (!discrete_distribution || !(lambda > 0 && lambda <= largest)) return CURAND_STATUS_OUT_OF_RANGE;
  void* made = nullptr;
  if (cudaMalloc(&made, sizeof(curandDiscreteDistribution_st))) return CURAND_STATUS_ALLOCATION_FAILED;
  const curandDiscreteDistribution_st value{lambda};
  if (cudaMemcpy(made, &value, sizeof value, cudaMemcpyHostToDevice)) return CURAND_STATUS_PREEXISTING_FAILURE;
  *discrete_distribution = static_cast<curandDiscreteDistribution_t>(made);
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t discrete_distribution) {
  if (!discrete_distribution) return CURAND_STATUS_NOT_INITIALIZED;
  return cudaFree(discrete_distribution) ? CURAND_STATUS_PREEXISTING_FAILURE : CURAND_STATUS_SUCCESS;
}
