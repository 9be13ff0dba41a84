// Tangled from chapters/02-device-properties.md. Edit there. [sha1 70b5c7f3856ad173b0f9761dca3431ba4d71b450]
#include <algorithm>
#include <chrono>
#include <vector>

#include <doctest/doctest.h>

#include "common/measure.cuh"

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

double peak_bandwidth(int device) {
  const double clock = 1e3 * ask(cudaDevAttrMemoryClockRate, device);
  return 2 * clock * ask(cudaDevAttrGlobalMemoryBusWidth, device) / 8;
}

__global__ void scale(float* values, unsigned count, float factor) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

double seconds_to_scale(float* values, unsigned count) {
  const auto start = std::chrono::steady_clock::now();
  scale<<<(count + 255) / 256, 256>>>(values, count, -1.0f);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The fastest of nine launches after a first one.
double bytes_per_second(unsigned count) {
  float* values = nullptr;
  REQUIRE(cudaMalloc(&values, count * sizeof(float)) == cudaSuccess);
  REQUIRE(cudaMemset(values, 0, count * sizeof(float)) == cudaSuccess);
  seconds_to_scale(values, count);
  double best = seconds_to_scale(values, count);
  for (int i = 1; i < 9; ++i) best = std::min(best, seconds_to_scale(values, count));
  REQUIRE(cudaFree(values) == cudaSuccess);
  return 2.0 * sizeof(float) * count / best;
}

TEST_CASE("what is timed changes the sign of every value") {
  const std::vector<float> before(1001, 1.5f);
  std::vector<float> after(before.size());
  const std::size_t bytes = before.size() * sizeof(float);
  float* values = nullptr;
  REQUIRE(cudaMalloc(&values, bytes) == cudaSuccess);
  REQUIRE(cudaMemcpy(values, before.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(seconds_to_scale(values, 1001) > 0);
  REQUIRE(cudaMemcpy(after.data(), values, bytes, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(after == std::vector<float>(1001, -1.5f));
  REQUIRE(cudaFree(values) == cudaSuccess);
}

TEST_CASE("for 1 GiB the kernel reaches more than half of the peak, for 1 MiB less than a fifth" *
          doctest::skip(!weft::measuring())) {
  const double peak = peak_bandwidth(0);
  double reached = 0;
  for (unsigned count = 1u << 18; count <= 1u << 28; count *= 4) {
    reached = bytes_per_second(count);
    if (count == 1u << 18) CHECK(reached < peak / 5);
    weft::report({"measured", 4.0 * count, "bytes", reached / 1e9, "GB/s"});
    weft::report({"peak", 4.0 * count, "bytes", peak / 1e9, "GB/s"});
  }
  CHECK(reached > peak / 2);
  CHECK(reached < peak);
}
