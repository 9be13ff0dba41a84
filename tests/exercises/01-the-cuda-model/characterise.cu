#include <doctest/doctest.h>

#include "support.hpp"

#include "01-the-cuda-model/characterise.hpp"

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

TEST_CASE("the device's own attributes are returned, whichever device it is") {
  int devices = 0;
  REQUIRE(cudaGetDeviceCount(&devices) == cudaSuccess);
  for (int device = 0; device < devices; ++device) {  // loom has two, with different numbers of multiprocessors
    CAPTURE(device);
    Character character;
    REQUIRE(characterise(device, &character) == cudaSuccess);
    cudaDeviceProp properties{};
    REQUIRE(cudaGetDeviceProperties(&properties, device) == cudaSuccess);
    CHECK(character.multiprocessors == ask(cudaDevAttrMultiProcessorCount, device));
    CHECK(character.clock_khz == ask(cudaDevAttrClockRate, device));
    CHECK(character.memory_clock_khz == ask(cudaDevAttrMemoryClockRate, device));
    CHECK(character.memory_bus_bits == ask(cudaDevAttrGlobalMemoryBusWidth, device));
    CHECK(character.memory_bytes == properties.totalGlobalMem);
  }
}

TEST_CASE("the bandwidth follows from clock and width") {
  Character character;
  REQUIRE(characterise(0, &character) == cudaSuccess);
  const double expected =
      2.0 * ask(cudaDevAttrMemoryClockRate) * 1e3 * ask(cudaDevAttrGlobalMemoryBusWidth) / 8.0 / 1e9;
  CHECK(character.bandwidth_gb_s == doctest::Approx(expected).epsilon(1e-12));
  CHECK(character.bandwidth_gb_s > 1.0);
}

TEST_CASE("reading all the memory takes its size over the bandwidth") {
  Character character;
  REQUIRE(characterise(0, &character) == cudaSuccess);
  CHECK(character.seconds_to_read_memory * character.bandwidth_gb_s * 1e9 ==
        doctest::Approx(static_cast<double>(character.memory_bytes)).epsilon(1e-12));
  CHECK(character.seconds_to_read_memory > 0.0);
}

TEST_CASE("a device that does not exist is reported") {
  Character character;
  CHECK(characterise(1'000'000, &character) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);  // clears it
}
