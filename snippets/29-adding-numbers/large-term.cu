// Tangled from chapters/29-adding-numbers.md. Edit there. [sha1 0cf8f31e58ecd993a5716e5219bdf2feaefbba6b]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// a + b is exactly sum + error, for all finite a and b if a + b does not overflow.
template <class T>
__host__ __device__ void two_sum(T a, T b, T& sum, T& error) {
  sum = a + b;
  const T of_b = sum - a, of_a = sum - of_b;
  error = (a - of_a) + (b - of_b);
}

__global__ void both_ways(const float* x, unsigned n, float* results) {
  float sum = 0, lost = 0, total = 0, errors = 0;
  for (unsigned i = 0; i < n; ++i) {
    const float term = x[i] - lost, next = sum + term;  // Kahan
    lost = (next - sum) - term;
    sum = next;
    float error;
    two_sum(total, x[i], total, error);  // Neumaier's idea
    errors += error;
  }
  results[0] = sum;
  results[1] = total + errors;
}

TEST_CASE("a term that is larger than the sum") {
  const weft::Buffer<float> x(std::vector<float>{1, 0x1p100f, 1, -0x1p100f});
  weft::Buffer<float> results(2);
  both_ways<<<1, 1>>>(x.data(), 4, results.data());
  weft::check(cudaGetLastError());
  const std::vector<float> found = results.to_host();
  CHECK(found[0] == 0);
  CHECK(found[1] == 2);
  std::printf("1 + 2^100 + 1 - 2^100 = %.0f (Kahan), %.0f (with two_sum)\n", found[0], found[1]);
}
