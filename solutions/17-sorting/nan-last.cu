// Exercise "Descending order, NaN last": keys in descending order.
#include "17-sorting/nan-last.hpp"
#include "common/radix-sort.cuh"

// A number for each key: the larger the key, the larger its number. −0 and +0 have the same, and every NaN has the smallest.
__host__ __device__ unsigned number_of(float key) {
  unsigned number = 0;
  // your code begins
  if (key != key) return 0;
  if (key == 0.0f) key = 0.0f;  // not −0
  number = weft::KeyOrder<float, false>::bits_of(key);
  // your code ends
  return number;
}

// your code begins
__global__ void number_keys(weft::View<const float> keys, unsigned* numbers, unsigned* places) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < keys.size(); i += all) {
    numbers[i] = number_of(keys[i]);
    places[i] = static_cast<unsigned>(i);
  }
}
// your code ends

// The indices of all keys, that of the largest first; of equal ones, the earlier first; those of NaN last, in their order.
// Apart from the sort, each index and each number is written once.
void falling_order(weft::View<const float> keys, unsigned* order) {
  // your code begins
  const std::size_t n = keys.size();
  weft::Buffer<unsigned> numbers(n), places(n), sorted(n);
  number_keys<<<64, 256>>>(keys, numbers.data(), places.data());
  weft::RadixSort<unsigned, unsigned, true> sort;
  sort(numbers.view(), sorted.view(), places.data(), order);
  // your code ends
}
