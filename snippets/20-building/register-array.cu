// Tangled from chapters/20-building.md. Edit there. [sha1 f79e6a1a99f5842c90c8d62efa61370055056918]
#include <algorithm>
#include <cstdio>

#include <doctest/doctest.h>

#include "20-building/medians.cuh"
#include "common/buffer.cuh"

template <class... Arguments>
cudaFuncAttributes attributes_of(void (*kernel)(Arguments...)) {
  cudaFuncAttributes attributes;
  weft::check(cudaFuncGetAttributes(&attributes, kernel));
  return attributes;
}

TEST_CASE("both kernels compute the same medians, and remove a spike") {
  std::vector<float> x(1000 + 15, 20);
  for (std::size_t i = 0; i < x.size(); i += 16) x[i] = 1000;
  for (std::size_t i = 500; i < x.size(); ++i) x[i] += 1;
  const weft::Buffer<float> from(x);
  weft::Buffer<float> sixteen(1000), some(1000), five(1000);
  medians<16><<<3, 128>>>(from.data(), sixteen.data(), 1000);
  medians_of<16><<<3, 128>>>(from.data(), some.data(), 1000, 16);
  medians<5><<<3, 128>>>(from.data(), five.data(), 1000);
  CHECK(sixteen.to_host() == some.to_host());
  const auto smooth = five.to_host();
  CHECK(*std::max_element(smooth.begin(), smooth.end()) == 21);
  CHECK(smooth[496] == 20);
  CHECK(smooth[500] == 21);
}

TEST_CASE("an index known only at run time moves the array to local memory") {
  const auto known = attributes_of(medians<16>), unknown = attributes_of(medians_of<16>);
  CHECK(known.localSizeBytes == 0);
#ifndef __LOOM__  // loom does not model registers
  CHECK(unknown.localSizeBytes >= 16 * sizeof(float));
  std::printf("local memory per thread: %zu and %zu bytes\n", known.localSizeBytes, unknown.localSizeBytes);
#else
  CHECK(unknown.localSizeBytes == 0);
#endif
}
