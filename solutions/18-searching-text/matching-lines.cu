// Exercise "Counting matching lines, as grep does": the count of grep -c.
#include "18-searching-text/matching-lines.hpp"
#include "common/text.cuh"

// Adds to *lines the number of lines that contain the literal at least once. Lines end with a line feed, except perhaps the last
// one; the literal has none. Blocks have 256 threads, in any grid. A line may be long and have many matches, and still the work must
// grow only with the size of the text.
__global__ void matching_lines(weft::Text text, weft::Literal literal, unsigned long long* lines) {
  // your code begins
  const std::size_t all = std::size_t{gridDim.x} * 256;
  unsigned long long mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * 256 + threadIdx.x; i < text.size(); i += all) {
    if (!literal.is_at(text, i)) continue;
    std::size_t next = i + 1;  // the end of the line, or another match in it
    while (next < text.size() && text[next] != '\n' && !literal.is_at(text, next)) ++next;
    if (next == text.size() || text[next] == '\n') ++mine;
  }
  const auto of_block = weft::join_block<256>(mine, weft::Sum<unsigned long long>{});
  if (threadIdx.x == 0) atomicAdd(lines, of_block);
  // your code ends
}
