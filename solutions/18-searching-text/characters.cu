// Exercise "Counting characters of UTF-8": UTF-8, four bytes at a time.
#include "18-searching-text/characters.hpp"
#include "common/text.cuh"

// How many of the four bytes of a word begin a character of UTF-8, that is, are not of the form 10xxxxxx. Without a loop or a branch.
__host__ __device__ unsigned beginnings(unsigned word) {
  unsigned count = 0;
  // your code begins
  const unsigned further = word & 0x80808080u & ~(word << 1);  // the highest bit of each byte that continues
  count = 4 - ((further >> 7) * 0x01010101u >> 24);
  // your code ends
  return count;
}

// your code begins
struct Beginnings : weft::Windows {
  using Windows::Windows;
  __device__ unsigned value(const Load& load, unsigned, std::size_t) const {
    unsigned sum = 0;
    for (unsigned k = 0; k < 4; ++k) sum += beginnings(load.words[k]);
    return sum;
  }
  __device__ unsigned loose_value(std::size_t j) const { return (text()[loose_place(j)] & 0xc0) != 0x80; }
};
// your code ends

// The number of characters in a text of any size and alignment, in 16-byte loads.
unsigned long long characters(weft::Text text) {
  unsigned long long count = 0;
  // your code begins
  count = weft::reduce<weft::Sum<unsigned long long>>(Beginnings(text));
  // your code ends
  return count;
}
