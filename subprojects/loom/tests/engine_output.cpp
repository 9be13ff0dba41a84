// What device code prints, and when.
#include "loom/device.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "engine_fixture.hpp"

using fixture::run_kernel;

TEST_CASE("blocks print in the order of their index, however many OS threads run them") {
  std::string expected;
  for (int b = 0; b < 30; ++b)
    for (int t = 0; t < 3; ++t) expected += "block " + std::to_string(b) + " thread " + std::to_string(t) + "\n";
  for (unsigned cores : {1u, 2u, 8u}) {
    const auto outcome = run_kernel(30, 3, [] {
      for (unsigned i = 0; i < (30 - blockIdx.x) * 1000; ++i) __asm__ volatile("");   // the first blocks take longest
      printf("block %u thread %u\n", blockIdx.x, threadIdx.x);
    }, cores);
    CHECK(outcome.out == expected);
  }
}

TEST_CASE("printf answers the number of its arguments") {
  int answers[4] = {};
  const auto outcome = run_kernel(1, 1, [&] {
    answers[0] = printf("%d %s %5.2f %%\n", 3, "abc", 2.5);
    answers[1] = printf("none\n");
    answers[2] = printf("%*d\n", 5, 3);
    answers[3] = printf("%lld and %zu and %-8.3e|\n", 1ll << 40, sizeof(int), 0.5);
  });
  CHECK(outcome.out == "3 abc  2.50 %\nnone\n    3\n1099511627776 and 4 and 5.000e-01|\n");
  CHECK(answers[0] == 3);
  CHECK(answers[1] == 0);
  CHECK(answers[2] == 2);
  CHECK(answers[3] == 3);
}

TEST_CASE("long lines come out whole") {
  const std::string text(5000, 'x');
  CHECK(run_kernel(1, 1, [&] { printf("%s|", text.c_str()); }).out == text + "|");
}

TEST_CASE("a kernel prints a megabyte and no more, whichever blocks come first, and says so") {
  constexpr std::size_t most = std::size_t{1} << 20;
  const std::string line(1023, 'x');
  const auto one = run_kernel(1, 1, [&] { for (int i = 0; i < 3000; ++i) printf("%s\n", line.c_str()); });
  CHECK(one.out.size() == most);
  CHECK(one.err.find("printed more than 1048576 bytes") != std::string::npos);
  for (unsigned cores : {1u, 4u}) {
    const auto many = run_kernel(40, 1, [&] { for (int i = 0; i < 300; ++i) printf("%04u%s\n", blockIdx.x, line.c_str() + 4); }, cores);
    CHECK(many.out.size() == most);
    CHECK(many.out.substr(most - 1024, 4) == "0003");
  }
  CHECK(run_kernel(1, 1, [&] { for (int i = 0; i < 1024; ++i) printf("%s\n", line.c_str()); }).err.empty());
}

TEST_CASE("on the host printf is the C library's") { CHECK(printf("%s", "") == 0); }
