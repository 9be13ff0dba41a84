// Exercise "Search with one mismatch": bit-parallel search with one mismatch.
#include "18-searching-text/one-mistake.hpp"
#include "common/text.cuh"

// Adds to *count how many times a pattern of `size` bytes, 1 to 32, occurs in a text with at most one wrong byte. Bit k of of_byte[c]
// says whether c is byte k of the pattern. A thread takes a piece of 256 bytes and reads at most size - 1 more. Blocks have 256
// threads, in any grid.
__global__ void with_one_mistake(weft::Text text, const unsigned* of_byte, unsigned size, unsigned long long* count) {
  // your code begins
  // your code ends
}
