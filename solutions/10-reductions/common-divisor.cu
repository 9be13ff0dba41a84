// Exercise "Greatest common divisor by a reduction": an operation for the template.
#include "10-reductions/common-divisor.hpp"
#include "common/reduce.cuh"

// The greatest common divisor, as an operation that weft::Reduction can use.
struct Gcd {
  using Value = unsigned;
  __host__ __device__ static unsigned identity() {
    unsigned neutral = 4711;
    // your code begins
    neutral = 0;
    // your code ends
    return neutral;
  }
  __host__ __device__ unsigned operator()(unsigned a, unsigned b) const {
    // your code begins
    while (b != 0) {
      const unsigned rest = a % b;
      a = b;
      b = rest;
    }
    // your code ends
    return a;
  }
};

// The greatest common divisor of all numbers; 0 if all of them are 0, or there are none.
unsigned common_divisor(weft::View<const unsigned> numbers) {
  return weft::reduce<Gcd>(weft::each(numbers));
}
