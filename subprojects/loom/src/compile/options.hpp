// What was asked of loomcc.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace loom::compile {

// A wrong use of loomcc, told in one sentence.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Stage {
  translate,                         // --translate: print the C++ that would be compiled
  preprocess,                        // -E
  list_dependencies,                 // -M
  compile,                           // -c
  device_link,                       // -dlink: nothing is left to do, but an object is waited for
  archive,                           // -lib
  link
};

struct Options {
  Stage stage = Stage::link;
  bool plain = false;                // without instrumentation
  std::string language;              // -x: what every input is, whatever its name: "cu", "c++" or "c"
  bool relocatable = false;
  bool relaxed_constexpr = false;    // device code may call constexpr host functions
  std::string host_compiler;         // where not the one loom was built with
  std::vector<std::string> inputs;
  std::string output;
  std::string output_folder;         // -odir: where objects go that -o does not name
  bool shared = false;               // link a shared library
  unsigned architecture = 0;         // the highest of -arch, -gencode: 800 for sm_80; 0 where none is named
  std::vector<std::string> cuda_macros;  // what nvcc defines for its options, as -D…
  std::string standard = "-std=gnu++17";   // nvcc's own
  std::string optimisation;          // as given; instrumented code has its own
  bool debug = false;
  std::vector<std::string> preprocess;   // -I, -D, -U, -isystem, -include
  std::vector<std::string> compile;      // -W…, -f…, and what -Xcompiler passes on
  std::vector<std::string> link;         // -L, -l, objects and archives, in order, and what -Xlinker passes on
  bool dependencies = false;             // -MD
  bool system_dependencies = true;       // not with -MMD
  bool phony_dependencies = false;       // -MP
  std::string dependency_file;
  std::string dependency_target;
  bool run = false;                      // -run: the program, once it is linked
  std::vector<std::string> run_arguments;
  bool verbose = false;
};

// Parses the arguments after the program's name. Throws UsageError.
// Empty where --help or --version has been answered.
std::optional<Options> parse_options(const std::vector<std::string>& arguments);

}  // namespace loom::compile
