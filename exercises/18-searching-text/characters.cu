// Exercise "Counting characters of UTF-8": UTF-8, four bytes at a time.
#include "18-searching-text/characters.hpp"
#include "common/text.cuh"

// How many of the four bytes of a word begin a character of UTF-8, that is, are not of the form 10xxxxxx. Without a loop or a branch.
__host__ __device__ unsigned beginnings(unsigned word) {
  unsigned count = 0;
  // your code begins
  // your code ends
  return count;
}

// your code begins
// your code ends

// The number of characters in a text of any size and alignment, in 16-byte loads.
unsigned long long characters(weft::Text text) {
  unsigned long long count = 0;
  // your code begins
  // your code ends
  return count;
}
