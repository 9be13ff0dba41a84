#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "support.hpp"

#include "22-finding-time/diagnose.hpp"

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// Of a kernel that runs all the time.
Limit of_shares(double dram, double l2, double issue, double pipe) { return diagnose({1e-3, 1e-3, dram, l2, issue, pipe}); }

TEST_CASE("a host that keeps the device waiting is the limit, whatever the kernel does") {
  CHECK(diagnose({100e-6, 5e-6, 0.9, 0.3, 0.1, 0.1}) == Limit::host);
  CHECK(diagnose({100e-6, 5e-6, missing, missing, missing, missing}) == Limit::host);
  CHECK(diagnose({100e-6, 0, 0, 0, 0, 0}) == Limit::host);
}

TEST_CASE("half of the time is enough for the kernels") {
  CHECK(diagnose({2.0, 1.0, 0.9, 0.3, 0.1, 0.1}) == Limit::memory);
  CHECK(diagnose({2.0, 0.999, 0.9, 0.3, 0.1, 0.1}) == Limit::host);
}

TEST_CASE("a memory that is busy is the limit") {
  CHECK(of_shares(0.93, 0.4, 0.2, 0.1) == Limit::memory);
  CHECK(of_shares(0.1, 0.85, 0.3, 0.2) == Limit::memory);
}

TEST_CASE("schedulers or a pipe that are busy are the limit") {
  CHECK(of_shares(0.1, 0.2, 0.95, 0.5) == Limit::arithmetic);
  CHECK(of_shares(0.1, 0.2, 0.4, 0.9) == Limit::arithmetic);
}

TEST_CASE("0.8 is busy") {
  CHECK(of_shares(0.8, 0.1, 0.1, 0.1) == Limit::memory);
  CHECK(of_shares(0.1, 0.1, 0.1, 0.8) == Limit::arithmetic);
  CHECK(of_shares(0.79, 0.79, 0.79, 0.79) == Limit::latency);
}

TEST_CASE("if both are busy, the larger share decides") {
  CHECK(of_shares(0.85, 0.2, 0.92, 0.3) == Limit::arithmetic);
  CHECK(of_shares(0.92, 0.2, 0.85, 0.3) == Limit::memory);
  CHECK(of_shares(0.81, 0.95, 0.94, 0.3) == Limit::memory);
  CHECK(of_shares(0.2, 0.9, 0.9, 0.3) == Limit::memory);
}

TEST_CASE("if nothing is busy, the warps wait") {
  CHECK(of_shares(0.05, 0.1, 0.14, 0.1) == Limit::latency);
  CHECK(of_shares(0, 0, 0, 0) == Limit::latency);
}

TEST_CASE("what was not measured is not assumed") {
  CHECK(of_shares(missing, 0.1, 0.2, 0.1) == Limit::unknown);
  CHECK(of_shares(0.1, 0.1, 0.2, missing) == Limit::unknown);
  CHECK(of_shares(missing, 0.1, 0.2, 0.9) == Limit::arithmetic);
  CHECK(of_shares(0.9, 0.1, missing, missing) == Limit::memory);
  CHECK(of_shares(missing, missing, 0.9, missing) == Limit::arithmetic);
}

TEST_CASE("without valid times there is no diagnosis") {
  CHECK(diagnose({0, 0, 0.9, 0.1, 0.1, 0.1}) == Limit::unknown);
  CHECK(diagnose({missing, 1, 0.9, 0.1, 0.1, 0.1}) == Limit::unknown);
  CHECK(diagnose({1, missing, 0.9, 0.1, 0.1, 0.1}) == Limit::unknown);
  CHECK(diagnose({1, -1, 0.9, 0.1, 0.1, 0.1}) == Limit::unknown);
}
