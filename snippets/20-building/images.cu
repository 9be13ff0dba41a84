// Tangled from chapters/20-building.md. Edit there. [sha1 638ee482dad56d3b9e41c6403604959e06234eb4]
#include <cstdio>

#include <doctest/doctest.h>

#include "common/check.cuh"

__global__ void nothing() {}

TEST_CASE("the code in use fits the device") {
  cudaFuncAttributes code;
  weft::check(cudaFuncGetAttributes(&code, nothing));
  cudaDeviceProp device;
  weft::check(cudaGetDeviceProperties(&device, 0));
  const int version = 10 * device.major + device.minor;
  CHECK(code.binaryVersion / 10 == device.major);  // the same major version,
  CHECK(code.binaryVersion <= version);            // not a later minor one,
  CHECK(code.ptxVersion <= code.binaryVersion);    // from PTX that is not newer
  std::printf("SASS for %d from PTX for %d, on %d\n", code.binaryVersion, code.ptxVersion, version);
}

TEST_CASE("the driver is not of an older generation than the runtime") {
  int driver = 0, runtime = 0;
  weft::check(cudaDriverGetVersion(&driver));
  weft::check(cudaRuntimeGetVersion(&runtime));
  CHECK(driver / 1000 >= runtime / 1000);
}
