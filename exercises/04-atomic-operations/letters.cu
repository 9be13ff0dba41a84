// Exercise "A histogram of letters": a histogram of a text, by way of shared memory.
#include "04-atomic-operations/letters.hpp"
#include "common/view.cuh"

// Adds to counts[0] to counts[25] the number of each letter, capital or small, and to counts[26] that of other bytes.
__global__ void count_letters(weft::View<const char> text, unsigned* counts) {
  // your code begins
  // your code ends
}
