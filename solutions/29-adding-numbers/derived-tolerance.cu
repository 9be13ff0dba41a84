// Exercise "A tolerance that is derived": how wrong a correct sum may be.
#include "29-adding-numbers/derived-tolerance.hpp"

// The largest error that the sum of n floats can have, whose magnitudes add up to `magnitude`, if `blocks` blocks of `threads` threads
// add them: a grid-stride loop, halves within the block, and atomicAdd of each block's sum. n is 0, or at least blocks * threads.
double tolerance(std::size_t n, unsigned blocks, unsigned threads, double magnitude) {
  double bound = -1;
  // your code begins
  const std::size_t all = std::size_t{blocks} * threads;
  const std::size_t own = (n + all - 1) / all;
  std::size_t halves = 0;
  while ((1u << halves) < threads) ++halves;
  const std::size_t path = (own > 0 ? own - 1 : 0) + halves + (blocks - 1);
  const double hu = static_cast<double>(path) * 0x1p-24;
  bound = hu / (1 - hu) * magnitude;
  // your code ends
  return bound;
}
