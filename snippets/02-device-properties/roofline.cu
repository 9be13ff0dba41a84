// Tangled from chapters/02-device-properties.md. Edit there. [sha1 f03ca743ee2d6e1d84c15f0da0143a9d86f5796f]
#include <algorithm>
#include <cstdio>

#include <doctest/doctest.h>

int ask(cudaDeviceAttr question, int device = 0) {
  int answer = 0;
  REQUIRE(cudaDeviceGetAttribute(&answer, question, device) == cudaSuccess);
  return answer;
}

// Lanes for 32-bit floating-point arithmetic in one multiprocessor.
int lanes_per_multiprocessor(int major, int minor) {
  if (major == 7 || (major == 8 && minor == 0)) return 64;
  return 128;
}

double peak_bandwidth(int device) {
  const double clock = 1e3 * ask(cudaDevAttrMemoryClockRate, device);
  return 2 * clock * ask(cudaDevAttrGlobalMemoryBusWidth, device) / 8;
}

double peak_operations(int device) {
  const int lanes = lanes_per_multiprocessor(ask(cudaDevAttrComputeCapabilityMajor, device),
                                             ask(cudaDevAttrComputeCapabilityMinor, device));
  const double clock = 1e3 * ask(cudaDevAttrClockRate, device);
  return 2 * clock * lanes * ask(cudaDevAttrMultiProcessorCount, device);
}

double attainable(double intensity) {
  return std::min(intensity * peak_bandwidth(0), peak_operations(0));
}

TEST_CASE("below the balance memory limits a program, above it arithmetic does") {
  const double balance = peak_operations(0) / peak_bandwidth(0);
  const double vector_addition = 1.0 / 12;
  CHECK(attainable(vector_addition) == doctest::Approx(peak_bandwidth(0) / 12));
  CHECK(attainable(balance / 2) == doctest::Approx(peak_operations(0) / 2));
  CHECK(attainable(2 * balance) == peak_operations(0));
  std::printf("A vector addition reaches at most %.2f %% of the peak.\n",
              100 * attainable(vector_addition) / peak_operations(0));
  CHECK(attainable(vector_addition) < 0.01 * peak_operations(0));
}

TEST_CASE("on a V100, an A100 or an H100 the roof for doubles is half as high") {
  const int major = ask(cudaDevAttrComputeCapabilityMajor);
  const int minor = ask(cudaDevAttrComputeCapabilityMinor);
  const bool is_one_of_them = minor == 0 && 7 <= major && major <= 9;
  if (is_one_of_them) CHECK(ask(cudaDevAttrSingleToDoublePrecisionPerfRatio) == 2);
}
