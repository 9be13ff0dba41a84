// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 b1f2cd333eb163402181b0ba38500a3e2a6b10a5]
#include <curand_kernel.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void throw_dice(curandStateXORWOW_t* states, unsigned* dice) {
  curandStateXORWOW_t state = states[threadIdx.x];  // finds: uninitialised-read
  dice[threadIdx.x] = curand(&state) % 6 + 1;
  states[threadIdx.x] = state;
}

TEST_CASE("states that were never initialised are read") {
  weft::Buffer<curandStateXORWOW_t> states(64);
  weft::Buffer<unsigned> dice(64);
  throw_dice<<<1, 64>>>(states.data(), dice.data());
  weft::check(cudaDeviceSynchronize());
}
