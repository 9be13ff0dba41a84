// Exercise "Random numbers from states that are kept": states that are kept, and numbers that continue where the last ones ended.
#include <cstdint>

#include <curand_kernel.h>

#include "11-monte-carlo/go-on.hpp"
#include "common/buffer.cuh"

// Sets up each state at the beginning of its own subsequence of the seed. Launched with at least as many threads as states.
__global__ void set_up(std::uint64_t seed, weft::View<State> states) {
  // your code begins
  // your code ends
}

// Number k of the sequence is the next uniform number of state k % states.size(). Draws numbers `first`, `first` + 1 and so on into
// `numbers`, and stores the updated states. Launched with at least as many threads as states.
__global__ void draw(weft::View<State> states, std::uint64_t first, weft::View<float> numbers) {
  // your code begins
  // your code ends
}

