#include <doctest/doctest.h>

#include "support.hpp"

#include <01-the-cuda-model/characterise.cu>

int ask(cudaDeviceAttr question) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, 0) == cudaSuccess);
  return answer;
}

TEST_CASE("the device's own answers are passed on") {
  Character character;
  REQUIRE(characterise(0, &character) == cudaSuccess);
  cudaDeviceProp properties{};
  REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  CHECK(character.multiprocessors == ask(cudaDevAttrMultiProcessorCount));
  CHECK(character.clock_khz == ask(cudaDevAttrClockRate));
  CHECK(character.memory_clock_khz == ask(cudaDevAttrMemoryClockRate));
  CHECK(character.memory_bus_bits == ask(cudaDevAttrGlobalMemoryBusWidth));
  CHECK(character.memory_bytes == properties.totalGlobalMem);
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

TEST_CASE("a device that is not there is reported") {
  Character character;
  CHECK(characterise(1'000'000, &character) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);  // clears it
}
