// Tangled from chapters/02-device-properties.md. Edit there. [sha1 27a4bc8325df8a8f06997ab7d08594ac011387b6]
#include <cstdio>

#include <doctest/doctest.h>

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

double peak_bandwidth(int device) {
  const double clock = 1e3 * ask(cudaDevAttrMemoryClockRate, device);
  return 2 * clock * ask(cudaDevAttrGlobalMemoryBusWidth, device) / 8;
}

int most_capable() {
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  int best = 0;
  for (int device = 1; device < count; ++device) {
    if (peak_bandwidth(device) > peak_bandwidth(best)) best = device;
  }
  return best;
}

TEST_CASE("devices are counted, compared and chosen") {
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  REQUIRE(count >= 1);
  for (int device = 0; device < count; ++device) {
    cudaDeviceProp record{};
    REQUIRE(cudaGetDeviceProperties(&record, device) == cudaSuccess);
    std::printf("device %d: %s, %.0f GB/s\n", device, record.name, peak_bandwidth(device) / 1e9);
  }
  REQUIRE(cudaSetDevice(most_capable()) == cudaSuccess);
  int current = -1;
  REQUIRE(cudaGetDevice(&current) == cudaSuccess);
  CHECK(current == most_capable());
}

TEST_CASE("a device that does not exist cannot be chosen") {
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(cudaSetDevice(count) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}
