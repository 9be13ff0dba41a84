// Tangled from chapters/07-shared-memory.md. Edit there. [sha1 e94210800bd7fd39d338a8fcba7d557be568775f]
#include <cstdio>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/side-by-side.cuh"

// __launch_bounds__: blocks have at most 256 threads, and at least `blocks` of them must
// fit on a multiprocessor. So a thread gets at most 65,536 / (256 * blocks) registers.
template <unsigned count, unsigned blocks>
__global__ void __launch_bounds__(256, blocks)
iterate(unsigned steps, float factor, float* sums) {
  const unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  float values[count], sum = 0;
#pragma unroll
  for (unsigned k = 0; k < count; ++k) values[k] = static_cast<float>(me % 16 + k);
  for (unsigned step = 0; step < steps; ++step) {
#pragma unroll
    for (unsigned k = 0; k < count; ++k)
      values[k] = fmaf(values[k], factor, values[(k + 1) % count]);
  }
#pragma unroll
  for (unsigned k = 0; k < count; ++k) sum += values[k];
  sums[me] = sum;
}

template <unsigned count, unsigned blocks>
std::vector<float> sums_of(unsigned steps) {
  weft::Buffer<float> sums(512);
  iterate<count, blocks><<<2, 256>>>(steps, 0.5f, sums.data());
  weft::check(cudaGetLastError());
  return sums.to_host();
}

template <unsigned count, unsigned blocks>
std::size_t local_bytes() {
  cudaFuncAttributes attributes{};
  weft::check(cudaFuncGetAttributes(&attributes, iterate<count, blocks>));
  return attributes.localSizeBytes;
}

TEST_CASE("spilled or not, the sums are the same") {
  CHECK(sums_of<8, 8>(10) == sums_of<8, 1>(10));
  CHECK(sums_of<64, 8>(10) == sums_of<64, 1>(10));
}

TEST_CASE("with at most 32 registers, 64 values do not fit") {
  CHECK(local_bytes<8, 8>() == 0);
  CHECK(local_bytes<64, 1>() == 0);
  std::printf("64 values in 32 registers: %zu bytes of local memory\n", local_bytes<64, 8>());
#ifndef __LOOM__  // loom does not model registers
  CHECK(local_bytes<64, 8>() > 0);
#endif
}

template <unsigned count>
double slowdown() {
  constexpr unsigned steps = 500, blocks = 2048;
  weft::Buffer<float> sums(256 * blocks);
  const auto [free, limited] = weft::side_by_side(
      9, [&] { iterate<count, 1><<<blocks, 256>>>(steps, 0.5f, sums.data()); },
      [&] { iterate<count, 8><<<blocks, 256>>>(steps, 0.5f, sums.data()); });
  weft::check(cudaGetLastError());
  const double multiply_adds = 256.0 * blocks * steps * count;
  const char* const unit = "G multiply–adds/s";
  weft::report({"no limit", count, "values per thread", 1e-9 * multiply_adds / free, unit});
  weft::report(
      {"32 registers", count, "values per thread", 1e-9 * multiply_adds / limited, unit});
  return limited / free;
}

TEST_CASE("spilled values cost time" * doctest::skip(!weft::measuring())) {
  CHECK(slowdown<8>() < 1.1);
  CHECK(slowdown<16>() < 1.1);
  CHECK(slowdown<32>() > 3);
  CHECK(slowdown<48>() > 10);
  CHECK(slowdown<64>() > 10);
}
