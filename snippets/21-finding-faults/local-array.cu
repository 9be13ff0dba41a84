// Tangled from chapters/21-finding-faults.md. Edit there. [sha1 ae1bbe72710d6298ef1fd4b2f8f6701f59b25353]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

constexpr int digits = 8;

__global__ void count_digits(const unsigned char* text, int n, int* most_frequent) {
  int own[digits] = {};
  for (int i = 0; i < n; ++i) ++own[text[i] - '0'];  // finds: out-of-bounds
  int best = 0;
  for (int digit = 1; digit < digits; ++digit)
    if (own[digit] > own[best]) best = digit;
  *most_frequent = best;
}

TEST_CASE("an array for the digits from 0 to 7, and a text with an 8") {
  const weft::Buffer<unsigned char> text({'3', '1', '4', '1', '5', '8'});
  weft::Buffer<int> most_frequent(1);
  count_digits<<<1, 1>>>(text.data(), 6, most_frequent.data());
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
}
