// Tangled from chapters/15-tridiagonal-systems.md. Edit there. [sha1 cf1d5b8b4baf78ac70cdfbd0f8b648169d26d1ce]
#include <doctest/doctest.h>

#include "common/buffer.cuh"

// Each thread runs down and up its own m numbers.
template <unsigned m, bool unrolled>
__global__ void down_and_up(const float* from, float* to) {
  float x[m];
#pragma unroll (unrolled ? m : 1)
  for (unsigned i = 0; i < m; ++i)
    x[i] = from[i * blockDim.x + threadIdx.x] - (i > 0 ? 0.5f * x[i - 1] : 0.0f);
#pragma unroll (unrolled ? m : 1)
  for (unsigned i = m - 1; i-- > 0;) x[i] -= 0.25f * x[i + 1];
#pragma unroll (unrolled ? m : 1)
  for (unsigned i = 0; i < m; ++i) to[i * blockDim.x + threadIdx.x] = x[i];
}

// Adds up elements of the thread's m numbers: element which[0] of them, then which[1], ...
template <unsigned m, bool once>
__global__ void pick(const float* from, const unsigned* which, unsigned times, float* to) {
  float x[m], sum = 0;
#pragma unroll
  for (unsigned i = 0; i < m; ++i) x[i] = from[i * blockDim.x + threadIdx.x];
  if constexpr (once) times = 1;
  for (unsigned t = 0; t < times; ++t) sum += x[which[t] % m];
  to[threadIdx.x] = sum;
}

template <unsigned m, bool unrolled>
void expect_down_and_up() {
  std::vector<float> from(m * 32), is(m * 32);
  for (unsigned i = 0; i < m * 32; ++i) from[i] = is[i] = static_cast<float>(i % 7);
  for (unsigned i = 32; i < m * 32; ++i) is[i] -= 0.5f * is[i - 32];
  for (unsigned i = (m - 1) * 32; i-- > 0;) is[i] -= 0.25f * is[i + 32];
  const weft::Buffer<float> x(from);
  weft::Buffer<float> y(m * 32);
  down_and_up<m, unrolled><<<1, 32>>>(x.data(), y.data());
  const std::vector<float> found = y.to_host();
  for (unsigned i = 0; i < m * 32; ++i) CHECK(found[i] == doctest::Approx(is[i]).epsilon(1e-5));
}

TEST_CASE("all of them compute what they should") {
  expect_down_and_up<16, true>(), expect_down_and_up<16, false>();
  std::vector<float> from(16 * 32);
  for (unsigned i = 0; i < 16; ++i) from[i * 32] = static_cast<float>(1 << i);
  const weft::Buffer<float> x(from);
  const weft::Buffer<unsigned> which(std::vector<unsigned>{3, 16, 5});
  weft::Buffer<float> sum(32);
  pick<16, true><<<1, 32>>>(x.data(), which.data(), 3, sum.data());
  CHECK(sum.to_host()[0] == 8);
  pick<16, false><<<1, 32>>>(x.data(), which.data(), 3, sum.data());
  CHECK(sum.to_host()[0] == 8 + 1 + 32);
}

#ifndef __LOOM__
template <class Kernel>
std::size_t local_bytes(Kernel kernel) {
  cudaFuncAttributes found{};
  weft::check(cudaFuncGetAttributes(&found, kernel));
  return found.localSizeBytes;
}

TEST_CASE("loops that are not unrolled need local memory, and so do selections in a loop, but not one selection") {
  CHECK(local_bytes(down_and_up<4, false>) == 4 * sizeof(float));
  CHECK(local_bytes(down_and_up<16, false>) == 16 * sizeof(float));
  CHECK(local_bytes(down_and_up<16, true>) == 0);
  CHECK(local_bytes(pick<32, true>) == 0);
  CHECK(local_bytes(pick<16, false>) == 16 * sizeof(float));
}
#endif
