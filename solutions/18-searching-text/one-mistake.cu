// Exercise "Search with one mismatch": bit-parallel search with one mismatch.
#include "18-searching-text/one-mistake.hpp"
#include "common/text.cuh"

// Adds to *count how many times a pattern of `size` bytes, 1 to 32, occurs in a text with at most one wrong byte. Bit k of of_byte[c]
// says whether c is byte k of the pattern. A thread takes a piece of 256 bytes and reads at most size - 1 more. Blocks have 256
// threads, in any grid.
__global__ void with_one_mistake(weft::Text text, const unsigned* of_byte, unsigned size, unsigned long long* count) {
  // your code begins
  const std::size_t all = std::size_t{gridDim.x} * 256 * piece;
  const unsigned last = 1u << (size - 1);
  unsigned long long mine = 0;
  for (std::size_t first = (std::size_t{blockIdx.x} * 256 + threadIdx.x) * piece; first < text.size(); first += all) {
    const std::size_t end = first + piece < text.size() ? first + piece : text.size();
    unsigned none = 0, one = 0;  // the prefixes with which the text so far ends: without a mistake, and with at most one
    for (std::size_t i = first < size ? 0 : first - (size - 1); i < end; ++i) {
      const unsigned allowed = of_byte[text[i]], further = none << 1 | 1;
      one = ((one << 1 | 1) & allowed) | further;
      none = further & allowed;
      if ((one & last) != 0) ++mine;
    }
  }
  const auto of_block = weft::join_block<256>(mine, weft::Sum<unsigned long long>{});
  if (threadIdx.x == 0) atomicAdd(count, of_block);
  // your code ends
}
