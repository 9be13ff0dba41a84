// Exercise "Run-length encoding": equal neighbours as one value and a length.
#include "16-scan/run-lengths.hpp"
#include "common/compact.cuh"

// your code begins
// your code ends

// The value and the length of each run of equal neighbours, and in *count the number of runs. All of it is device memory;
// `values` and `lengths` have space for as many runs as there can be. Each run is written once, and nothing is copied to the
// host.
void encode_runs(weft::View<const int> x, int* values, std::size_t* lengths, std::size_t* count) {
  // your code begins
  // your code ends
}
