// Exercise "Descending order, NaN last": keys in descending order.
#include "17-sorting/nan-last.hpp"
#include "common/radix-sort.cuh"

// A number for each key: the larger the key, the larger its number. −0 and +0 have the same, and every NaN has the smallest.
__host__ __device__ unsigned number_of(float key) {
  unsigned number = 0;
  // your code begins
  // your code ends
  return number;
}

// your code begins
// your code ends

// The indices of all keys, that of the largest first; of equal ones, the earlier first; those of NaN last, in their order.
// Apart from the sort, each index and each number is written once.
void falling_order(weft::View<const float> keys, unsigned* order) {
  // your code begins
  // your code ends
}
