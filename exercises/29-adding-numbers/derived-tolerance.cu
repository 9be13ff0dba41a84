// Exercise "A tolerance that is derived": how wrong a correct sum may be.
#include "29-adding-numbers/derived-tolerance.hpp"

// The largest error that the sum of n floats can have, whose magnitudes add up to `magnitude`, if `blocks` blocks of `threads` threads
// add them: a grid-stride loop, halves within the block, and atomicAdd of each block's sum. n is 0, or at least blocks * threads.
double tolerance(std::size_t n, unsigned blocks, unsigned threads, double magnitude) {
  double bound = -1;
  // your code begins
  // your code ends
  return bound;
}
