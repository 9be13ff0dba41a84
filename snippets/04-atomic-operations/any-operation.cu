// Tangled from chapters/04-atomic-operations.md. Edit there. [sha1 e8e7ae4aa932595d57c1f641859eba72f7ed3dc7]
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"

// Replaces *place by f(*place), indivisibly. `f` may be called several times. Returns the old value.
template <class F>
__device__ float atomic_update(float* place, F f) {
  auto* const bits = reinterpret_cast<unsigned*>(place);
  unsigned guess = 0;  // need not be right: if it is wrong, the first swap says what is
  for (;;) {
    const unsigned wanted = __float_as_uint(f(__uint_as_float(guess)));
    const unsigned found = atomicCAS(bits, guess, wanted);
    if (found == guess) return __uint_as_float(found);
    guess = found;
  }
}

__device__ float atomic_max(float* place, float value) {
  return atomic_update(place, [value](float old) { return fmaxf(old, value); });
}

// Not for NaN: as bits, a NaN lies beyond the infinity of its own sign.
__device__ void atomic_max_by_bits(float* place, float value) {
  if (signbit(value))
    atomicMin(reinterpret_cast<unsigned*>(place), __float_as_uint(value));
  else
    atomicMax(reinterpret_cast<int*>(place), __float_as_int(value));
}

__global__ void max_by_loop(weft::View<const float> values, float* result) {
  atomic_max(result, values[threadIdx.x]);
}

__global__ void max_by_bits(weft::View<const float> values, float* result) {
  atomic_max_by_bits(result, values[threadIdx.x]);
}

float run(void (*kernel)(weft::View<const float>, float*), const std::vector<float>& values,
          float seed) {
  const weft::Buffer<float> numbers(values);
  weft::Buffer<float> result(std::vector<float>{seed});
  kernel<<<1, static_cast<unsigned>(values.size())>>>(numbers.view(), result.data());
  weft::check(cudaGetLastError());
  return result.to_host()[0];
}

constexpr float infinity = std::numeric_limits<float>::infinity();

TEST_CASE("both find the largest number, whatever its sign") {
  for (const auto kernel : {max_by_loop, max_by_bits}) {
    CHECK(run(kernel, {3.0f, 1.0f, 4.0f, 1.0f, 5.0f}, -infinity) == 5.0f);
    CHECK(run(kernel, {-3.0f, -1.0f, -4.0f}, -infinity) == -1.0f);
    CHECK(run(kernel, {-0.0f, -5.0f}, -infinity) == 0.0f);
    CHECK(run(kernel, {-infinity, 1e-45f, infinity}, -infinity) == infinity);
  }
}

TEST_CASE("by bits, minus zero is below plus zero") {
  CHECK_FALSE(std::signbit(run(max_by_bits, {-0.0f, 0.0f, -0.0f}, -infinity)));
}

TEST_CASE("the loop ignores NaN, and by bits NaN is the largest") {
  CHECK(run(max_by_loop, {1.0f, NAN, 2.0f}, NAN) == 2.0f);
  CHECK(std::isnan(run(max_by_bits, {1.0f, NAN, 2.0f}, -infinity)));
  std::printf("with NaN among them: %g by the loop, %g by bits\n",
              run(max_by_loop, {1.0f, NAN, 2.0f}, -infinity),
              std::abs(run(max_by_bits, {1.0f, NAN, 2.0f}, -infinity)));
}
