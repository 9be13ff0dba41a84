// Chapter 16, exercise "Run lengths": equal neighbours as one value and a number.
#include "common/compact.cuh"

// your code begins
// your code ends

// For each run of equal neighbours its value and its length, and in *count how many runs there are. All of it is device memory;
// `values` and `lengths` have room for as many runs as there can be, and are written as far as there are, each once. Nothing goes
// to the host.
inline void encode_runs(weft::View<const int> x, int* values, std::size_t* lengths, std::size_t* count) {
  // your code begins
  // your code ends
}
