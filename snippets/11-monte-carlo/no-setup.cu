// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 43243ab2178b693a40edecfa307b9caec7f0bc4c]
#include <curand_kernel.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

__global__ void throw_dice(curandStateXORWOW_t* states, unsigned* dice) {
  curandStateXORWOW_t state = states[threadIdx.x];  // finds: uninitialised-read
  dice[threadIdx.x] = curand(&state) % 6 + 1;
  states[threadIdx.x] = state;
}

TEST_CASE("states that nobody has set up") {
  weft::Buffer<curandStateXORWOW_t> states(64);
  weft::Buffer<unsigned> dice(64);
  throw_dice<<<1, 64>>>(states.data(), dice.data());
  weft::check(cudaDeviceSynchronize());
}
