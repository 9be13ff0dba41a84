// Exercise "The best stretch": a reduction that must keep the order.
#include "common/buffer.cuh"

constexpr unsigned block = 256;

// The sums of a part that are needed to combine it with its neighbours. Stretches may be empty, so none of the last three is negative.
struct Best {
  long long all;        // the sum of the whole part
  long long beginning;  // the largest sum of a stretch that begins where the part begins
  long long end;        // … that ends where the part ends
  long long stretch;    // … anywhere in it
};

// The part that consists of `left` and, directly after it, `right`.
__host__ __device__ inline Best join(const Best& left, const Best& right) {
  Best both{};
  // your code begins
  // your code ends
  return both;
}

// your code begins
// your code ends

// The largest sum of neighbours, by `blocks` blocks of 256 threads and, after them, a single one.
inline long long best_stretch(weft::View<const int> x, unsigned blocks) {
  long long largest = -1;
  // your code begins
  // your code ends
  return largest;
}
