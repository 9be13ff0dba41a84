// Tangled from chapters/11-monte-carlo.md. Edit there. [sha1 f26be9856d2ec60cecb6a576efba9f6d40141095]
#include <curand_kernel.h>
#include <doctest/doctest.h>

#include "common/buffer.cuh"

using State = curandStatePhilox4_32_10_t;

__global__ void set_up(State* states) {
  curand_init(2024, threadIdx.x, 0, &states[threadIdx.x]);
}

__global__ void throw_dice(State* states, unsigned* dice) {
  State state = states[threadIdx.x];
  dice[blockIdx.x * blockDim.x + threadIdx.x] = curand(&state) % 6 + 1;
  states[threadIdx.x] = state;  // finds: race
}

TEST_CASE("two blocks share the states of one") {
  weft::Buffer<State> states(64);
  weft::Buffer<unsigned> dice(128);
  set_up<<<1, 64>>>(states.data());
  throw_dice<<<2, 64>>>(states.data(), dice.data());
  weft::check(cudaDeviceSynchronize());
}
