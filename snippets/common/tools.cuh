// Tangled from chapters/20-building.md. Edit there. [sha1 bcada88bcf365b9cc305b5f2821a9100cc131a36]
// Tests whose tool is not installed are skipped, with a reason.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

namespace weft {

// Begins a command line: the tools of the toolkit are found even where its folder is not in the PATH.
inline const std::string tools_path = "PATH=$PATH:/usr/local/cuda/bin; ";

inline bool installed(const std::string& tool) {
  return std::system((tools_path + "command -v " + tool + " > /dev/null").c_str()) == 0;
}

// TEST_CASE("…" * weft::needs("rg")): the test case is skipped. The reason goes to stderr, since
// stdout is what the chapter shows.
class needs {
 public:
  explicit needs(const char* tool) : tool_(tool) {}
  void fill(doctest::detail::TestCase& test) const {
    if (test.m_skip || installed(tool_)) return;
    std::fprintf(stderr, "skipped: \"%s\" needs %s, which is not installed\n", test.m_name, tool_);
    test.m_skip = true;
  }

 private:
  const char* tool_;
};

// A global object of this type: the whole program is skipped.
struct ProgramNeeds {
  explicit ProgramNeeds(const char* tool) {
    if (installed(tool)) return;
    std::printf("skipped: %s is not installed\n", tool);
    std::exit(77);
  }
};

}  // namespace weft
