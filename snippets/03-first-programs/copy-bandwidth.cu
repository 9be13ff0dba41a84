// Tangled from chapters/03-first-programs.md. Edit there. [sha1 27b0c8f27b65c316b31c6e75fc95f279964b5a87]
#include <cstddef>
#include <cstring>
#include <vector>

#include <doctest/doctest.h>

#include "common/buffer.cuh"
#include "common/measure.cuh"
#include "common/timer.cuh"

using Pinned = weft::Owner<char*, cudaFreeHost>;

Pinned pinned_memory(std::size_t bytes) {
  Pinned memory;
  weft::check(cudaMallocHost(memory.out(), bytes));
  return memory;
}

struct Speed {
  double to_device, to_host;
};

Speed gigabytes_per_second(char* host, weft::Buffer<char>& device, int rounds) {
  const std::size_t bytes = device.size();
  const double there = weft::median_seconds(rounds, [&] {
    weft::check(cudaMemcpy(device.data(), host, bytes, cudaMemcpyHostToDevice));
  });
  const double back = weft::median_seconds(rounds, [&] {
    weft::check(cudaMemcpy(host, device.data(), bytes, cudaMemcpyDeviceToHost));
  });
  return {bytes / there / 1e9, bytes / back / 1e9};
}

TEST_CASE("both kinds of host memory transfer the same bytes") {
  constexpr std::size_t bytes = 1'048'583;
  std::vector<char> pageable(bytes, 'p');
  const Pinned pinned = pinned_memory(bytes);
  std::memset(pinned, 'q', bytes);
  weft::Buffer<char> device(bytes);
  const Speed from_pageable = gigabytes_per_second(pageable.data(), device, 3);
  CHECK(device.to_host() == std::vector<char>(bytes, 'p'));
  const Speed from_pinned = gigabytes_per_second(pinned, device, 3);
  CHECK(device.to_host() == std::vector<char>(bytes, 'q'));
  for (const Speed& speed : {from_pageable, from_pinned}) {
    CHECK(speed.to_device > 0.0);
    CHECK(speed.to_host > 0.0);
  }
}

TEST_CASE("large copies are fastest with pinned memory" * doctest::skip(!weft::measuring())) {
  Speed pageable_speed{}, pinned_speed{};
  for (std::size_t bytes = 4096; bytes <= std::size_t{256} << 20; bytes *= 4) {
    std::vector<char> pageable(bytes, 'p');
    const Pinned pinned = pinned_memory(bytes);
    std::memset(pinned, 'q', bytes);
    weft::Buffer<char> device(bytes);
    pageable_speed = gigabytes_per_second(pageable.data(), device, 15);
    pinned_speed = gigabytes_per_second(pinned, device, 15);
    const auto report = [bytes](const char* series, double speed) {
      weft::report({series, 1.0 * bytes, "bytes", speed, "GB/s"});
    };
    report("pageable, host to device", pageable_speed.to_device);
    report("pageable, device to host", pageable_speed.to_host);
    report("pinned, host to device", pinned_speed.to_device);
    report("pinned, device to host", pinned_speed.to_host);
  }
  CHECK(pinned_speed.to_device > pageable_speed.to_device);
  CHECK(pinned_speed.to_host > pageable_speed.to_host);
}
