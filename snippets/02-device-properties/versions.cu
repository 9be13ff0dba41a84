// Tangled from chapters/02-device-properties.md. Edit there. [sha1 76f20df44b78f597811b3c439453d9769b598a96]
#include <cstdio>

#include <doctest/doctest.h>

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

__global__ void nothing() {}

bool can_run(void (*kernel)(), cudaFuncAttributes& code) {
  return cudaFuncGetAttributes(&code, kernel) == cudaSuccess;
}

TEST_CASE("the driver supports the major version of the runtime") {
  int driver = 0, runtime = 0;
  REQUIRE(cudaDriverGetVersion(&driver) == cudaSuccess);
  REQUIRE(cudaRuntimeGetVersion(&runtime) == cudaSuccess);
  CHECK(driver / 1000 >= runtime / 1000);
}

TEST_CASE("the kernel has code for the major capability of this device, and not for a newer one") {
  cudaFuncAttributes code{};
  REQUIRE(can_run(nothing, code));
  const int major = ask(cudaDevAttrComputeCapabilityMajor), minor = ask(cudaDevAttrComputeCapabilityMinor);
  CHECK(code.binaryVersion / 10 == major);
  CHECK(code.binaryVersion <= 10 * major + minor);
  CHECK(code.ptxVersion <= 10 * major + minor);
}
