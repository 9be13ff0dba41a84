#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <string_view>

#include <unistd.h>

#include "checks_fixture.hpp"

// The faults these tests make are reported as any program's are, and would end this one with status 1: so it leaves
// without the handlers of exit. What those do is seen from a second process, which runs one scenario and leaves by exit.
int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--scenario") return fixture::run_scenario(argv[2]);
  if (std::freopen("/dev/null", "w", stderr) == nullptr) return 1;   // hundreds of faults in words; doctest speaks on stdout
  const int status = doctest::Context(argc, argv).run();
  std::fflush(nullptr);
  _exit(status);
}
