// Exercise "Counting words, as wc does": the count of wc -w, as a reduction.
#include "18-searching-text/count-words.hpp"
#include "common/text.cuh"

// your code begins
// your code ends

// Adds to *words the number of words in a text, as wc counts them: a word is a run of bytes that are not white, and white are blanks,
// tabs, line feeds, vertical tabs, form feeds and carriage returns. Blocks have 256 threads, in any grid. Each block makes one atomic
// operation.
__global__ void count_words(weft::Text text, unsigned long long* words) {
  // your code begins
  // your code ends
}
