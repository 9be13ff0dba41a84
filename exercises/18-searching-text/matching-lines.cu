// Exercise "Counting matching lines, as grep does": the count of grep -c.
#include "18-searching-text/matching-lines.hpp"
#include "common/text.cuh"

// Adds to *lines the number of lines that contain the literal at least once. Lines end with a line feed, except perhaps the last
// one; the literal has none. Blocks have 256 threads, in any grid. A line may be long and have many matches, and still the work must
// grow only with the size of the text.
__global__ void matching_lines(weft::Text text, weft::Literal literal, unsigned long long* lines) {
  // your code begins
  // your code ends
}
