#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <string_view>

#include <unistd.h>

#include "checks_stage.hpp"

// The faults these tests play are reported as any program's are, and would end this one with status 1: so it leaves
// without the handlers of exit. What those do is seen from a second process, which plays one scene and leaves by exit.
int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--play") return stage::play(argv[2]);
  if (std::freopen("/dev/null", "w", stderr) == nullptr) return 1;   // hundreds of faults in words; doctest speaks on stdout
  const int status = doctest::Context(argc, argv).run();
  std::fflush(nullptr);
  _exit(status);
}
