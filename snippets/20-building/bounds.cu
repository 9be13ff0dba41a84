// Tangled from chapters/20-building.md. Edit there. [sha1 2b73f185dbd19ec831a45e7f3635bf654635e3e5]
#include <cstdio>

#include <doctest/doctest.h>

#include "20-building/variances.cuh"
#include "common/buffer.cuh"

constexpr int n = 96;

template <class... Arguments>
cudaFuncAttributes attributes_of(void (*kernel)(Arguments...)) {
  cudaFuncAttributes attributes;
  weft::check(cudaFuncGetAttributes(&attributes, kernel));
  return attributes;
}

TEST_CASE("a launch bound is a promise, and the launch is checked against it") {
  const weft::Buffer<float> x(std::vector<float>(1024 + n, 3.0f));
  weft::Buffer<float> y(std::vector<float>(1024, 1.0f));
  const auto bounded = bounded_variances<n, 256>;
  CHECK(attributes_of(bounded).maxThreadsPerBlock == 256);
  bounded<<<1, 512>>>(x.data(), y.data());
  CHECK(cudaGetLastError() != cudaSuccess);
  bounded<<<4, 256>>>(x.data(), y.data());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(y.to_host() == std::vector<float>(1024, 0.0f));
}

TEST_CASE("a bound of 1,024 threads leaves 64 registers, and the rest is spilled") {
  const weft::Buffer<float> x(std::vector<float>(1024 + n, 3.0f));
  weft::Buffer<float> y(std::vector<float>(1024, 1.0f));
  bounded_variances<n, 1024><<<1, 1024>>>(x.data(), y.data());
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(y.to_host() == std::vector<float>(1024, 0.0f));
#ifndef __LOOM__
  const auto free = attributes_of(variances<n>), bounded = attributes_of(bounded_variances<n, 1024>);
  CHECK(free.numRegs > 64);
  CHECK(free.maxThreadsPerBlock < 1024);
  CHECK(free.localSizeBytes == 0);
  CHECK(bounded.numRegs <= 64);
  CHECK(bounded.localSizeBytes > 0);
  std::printf("%d registers and no spill, or %d and %zu bytes of local memory\n", free.numRegs,
              bounded.numRegs, bounded.localSizeBytes);
#endif
}
