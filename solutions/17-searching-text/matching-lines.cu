// Chapter 17, exercise "Lines that match": what grep -c counts.
#include "common/text.cuh"

// Adds to *lines how many lines of a text have the literal in them, once or more. Lines end with a line feed, the last one perhaps
// without; the literal has none. Blocks have 256 threads; any grid will do. Each line may be long and have many matches, and still
// the work shall grow with the text as a whole.
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
