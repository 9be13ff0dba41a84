// Exercise "Counting words, as wc does": the count of wc -w, as a reduction.
#include "18-searching-text/count-words.hpp"
#include "common/text.cuh"

// your code begins
__device__ bool is_white(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
// your code ends

// Adds to *words the number of words in a text, as wc counts them: a word is a run of bytes that are not white, and white are blanks,
// tabs, line feeds, vertical tabs, form feeds and carriage returns. Blocks have 256 threads, in any grid. Each block makes one atomic
// operation.
__global__ void count_words(weft::Text text, unsigned long long* words) {
  // your code begins
  const std::size_t all = std::size_t{gridDim.x} * 256;
  unsigned long long mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * 256 + threadIdx.x; i < text.size(); i += all)
    if (!is_white(text[i]) && (i == 0 || is_white(text[i - 1]))) ++mine;
  const auto of_block = weft::join_block<256>(mine, weft::Sum<unsigned long long>{});
  if (threadIdx.x == 0) atomicAdd(words, of_block);
  // your code ends
}
