// Chapter 17, exercise "Lines that match": what grep -c counts.
#include "common/text.cuh"

// Adds to *lines how many lines of a text have the literal in them, once or more. Lines end with a line feed, the last one perhaps
// without; the literal has none. Blocks have 256 threads; any grid will do. Each line may be long and have many matches, and still
// the work shall grow with the text as a whole.
__global__ void matching_lines(weft::Text text, weft::Literal literal, unsigned long long* lines) {
  // your code begins
  // your code ends
}
