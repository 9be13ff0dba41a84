// Asking a generator for numbers.
#include <cmath>
#include <cstdio>
#include <new>
#include <utility>

#include "libraries/curand/generator.hpp"
#include "libraries/work.hpp"
#include "loom/random/distributions.h"

namespace {

using loom::generators::Sequence;
using loom::libraries::Caller;
using loom::libraries::Operands;

__attribute__((always_inline)) inline Caller caller(const char* routine) {
  return {routine, reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))};
}

curandStatus_t status_of(cudaError_t error) {
  if (!error) return CURAND_STATUS_SUCCESS;
  return error == cudaErrorInvalidResourceHandle ? CURAND_STATUS_LAUNCH_FAILURE : CURAND_STATUS_PREEXISTING_FAILURE;
}

// `fill` asks the sequence for all of a span.
template <class T, class Fill>
curandStatus_t generate(const Caller& caller, curandGenerator_t generator, T* out, std::size_t count, Fill fill) {
  if (!loom::generators::is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->is_quasi() && count % generator->settings.dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (count == 0) return CURAND_STATUS_SUCCESS;
  try {
    if (!generator->sequence) generator->sequence = loom::generators::make_sequence(generator->settings);
    if (!generator->is_of_host)
      return status_of(loom::libraries::submit(
          generator->stream, generator->device, caller,
          [sequence = generator->sequence, out, count, fill](const Operands& operands) {
            operands.write("outputPtr", out, count * sizeof(T));
            fill(*sequence, std::span(out, count));
          }));
    if (!loom::libraries::is_reached_by_host(out)) {
      std::fprintf(stderr, "loom: %s does nothing: a host generator writes to host memory, but outputPtr is %s; use curandCreateGenerator\n",
                   caller.routine, out ? "device memory" : "null");
      return CURAND_STATUS_LAUNCH_FAILURE;
    }
    fill(*generator->sequence, std::span(out, count));
    return CURAND_STATUS_SUCCESS;
  } catch (const std::bad_alloc&) {
    return CURAND_STATUS_ALLOCATION_FAILED;
  }
}

// Gives normal numbers another shape one by one.
template <class T, class Shape>
curandStatus_t generate_normal(const Caller& caller, curandGenerator_t generator, T* out, std::size_t count, Shape shape) {
  if (loom::generators::is_generator(generator) && generator->is_paired() && count % 2 != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  return generate(caller, generator, out, count, [shape](Sequence& sequence, std::span<T> numbers) {
    sequence.normal(numbers);
    for (T& number : numbers) number = shape(number);
  });
}

}  // namespace

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int* outputPtr, size_t num) {
  if (loom::generators::is_generator(generator) && generator->is_64()) return CURAND_STATUS_TYPE_ERROR;
  return generate(caller(__func__), generator, outputPtr, num, [](Sequence& sequence, std::span<unsigned> out) { sequence.bits(out); });
}

curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long* outputPtr, size_t num) {
  if (loom::generators::is_generator(generator) && !generator->is_64()) return CURAND_STATUS_TYPE_ERROR;
  return generate(caller(__func__), generator, outputPtr, num,
                  [](Sequence& sequence, std::span<unsigned long long> out) { sequence.bits(out); });
}

curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* outputPtr, size_t num) {
  return generate(caller(__func__), generator, outputPtr, num, [](Sequence& sequence, std::span<float> out) { sequence.uniform(out); });
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* outputPtr, size_t num) {
  return generate(caller(__func__), generator, outputPtr, num, [](Sequence& sequence, std::span<double> out) { sequence.uniform(out); });
}

curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* outputPtr, size_t n, float mean, float stddev) {
  return generate_normal(caller(__func__), generator, outputPtr, n, [=](float z) { return std::fma(stddev, z, mean); });
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* outputPtr, size_t n, double mean, double stddev) {
  return generate_normal(caller(__func__), generator, outputPtr, n, [=](double z) { return std::fma(stddev, z, mean); });
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* outputPtr, size_t n, float mean, float stddev) {
  return generate_normal(caller(__func__), generator, outputPtr, n, [=](float z) { return loom::random::log_normal(z, mean, stddev); });
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* outputPtr, size_t n, double mean, double stddev) {
  return generate_normal(caller(__func__), generator, outputPtr, n, [=](double z) { return loom::random::log_normal(z, mean, stddev); });
}

curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned int* outputPtr, size_t n, double lambda) {
  constexpr double largest = 400000;
  if (!loom::generators::is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!(lambda > 0 && lambda <= largest)) return CURAND_STATUS_OUT_OF_RANGE;
  return generate(caller(__func__), generator, outputPtr, n,
                  [lambda](Sequence& sequence, std::span<unsigned> out) { sequence.poisson(out, lambda); });
}

// Prepares what the first numbers would have to wait for.
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (!loom::generators::is_generator(generator)) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->sequence) generator->sequence = loom::generators::make_sequence(generator->settings);
  return CURAND_STATUS_SUCCESS;
}
