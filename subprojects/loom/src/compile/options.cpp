#include "compile/options.hpp"

#include <algorithm>
#include <array>
#include <iostream>
#include <string_view>

#include "compile/config.hpp"

namespace loom::compile {
namespace {

constexpr std::string_view help = R"(loomcc compiles CUDA C++ for loom, the CUDA device in software. It is used like nvcc.

usage: loomcc [options] file.cu ... [file.cpp ...] [file.o ...]

  -o FILE               name what is written
  -c                    compile, do not link
  -I DIR, -isystem DIR, -include FILE, -D NAME[=VALUE], -U NAME
  -L DIR, -l NAME       look for libraries, link one
  -std=c++17, -std=c++20 (the default), ...
  -O0 ... -O3           optimise; only with --plain, as the code that is watched keeps every access
  -g, -G                full debug information
  -W..., -Werror [all-warnings]
  -MD, -MF FILE, -MT TARGET
                        write the files that were included, for a build system
  -x cu                 take every input for CUDA, whatever its name
  -rdc=true, -dc        device variables of one name are one variable in all files
  -Xcompiler OPTIONS, -Xlinker OPTIONS
                        pass options on, separated by commas
  -ccbin COMPILER       compile with this GCC
  --plain               run faster and find nothing: no accesses are watched
  --translate           print the C++ that is compiled
  --verbose             print the commands that are run
  --version, --help

-arch, -gencode, -lineinfo, -Xptxas, -use_fast_math, --extended-lambda and --expt-relaxed-constexpr are accepted, and change nothing.
LOOM_INCLUDE and LOOM_LIBRARY name loom's headers (a folder) and library (a file) where they are not where they were built.
)";

bool starts(std::string_view text, std::string_view prefix) { return text.starts_with(prefix); }

// What nvcc's -Werror may be told; each is a warning about something that loom does not have, except those mapped to GCC's.
constexpr std::array<std::string_view, 7> werror_kinds{"all-warnings", "cross-execution-space-call", "reorder", "default-stream-launch",
                                                       "missing-launch-bounds", "ext-lambda-captures-this", "deprecated-declarations"};

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  std::optional<Options> run() {
    for (; at_ < arguments_.size(); ++at_) {
      const std::string& argument = arguments_[at_];
      if (argument == "--help" || argument == "-h") return std::cout << help, std::nullopt;
      if (argument == "--version" || argument == "-V") return std::cout << "loomcc " LOOM_VERSION " (CUDA 13.0 without a GPU)\n", std::nullopt;
      if (argument.size() > 1 && argument[0] == '-') option(argument);
      else input(argument);
    }
    check();
    return std::move(options_);
  }

 private:
  void input(const std::string& argument) {
    const bool object = argument.ends_with(".o") || argument.ends_with(".a") || argument.ends_with(".so");
    (object ? options_.link : options_.inputs).push_back(argument);
  }

  // The value of an option: what follows `=` or the name itself, or the next argument.
  std::string value(const std::string& argument, std::string_view name) {
    std::string rest = argument.substr(name.size());
    if (!rest.empty()) return rest[0] == '=' ? rest.substr(1) : rest;
    if (at_ + 1 == arguments_.size()) throw UsageError("the option " + argument + " needs a value");
    return arguments_[++at_];
  }

  void option(const std::string& argument) {
    if (!driver_option(argument) && !language_option(argument) && !option_for_nvcc(argument))
      throw UsageError("loomcc does not know the option " + argument + "; `loomcc --help` lists those it knows");
  }

  bool driver_option(const std::string& argument) {
    if (argument == "-c" || argument == "--compile") options_.stage = Stage::compile;
    else if (argument == "--translate") options_.stage = Stage::translate;
    else if (argument == "--plain") options_.plain = true;
    else if (argument == "--verbose" || argument == "-v") options_.verbose = true;
    else if (argument == "-dc") options_.stage = Stage::compile, options_.relocatable = true;
    else if (starts(argument, "-rdc") || starts(argument, "--relocatable-device-code")) options_.relocatable = value(argument, starts(argument, "-rdc") ? "-rdc" : "--relocatable-device-code") == "true";
    else if (argument == "-MD" || argument == "-MMD") options_.dependencies = true;
    else if (argument == "-MF") options_.dependency_file = value(argument, "-MF");
    else if (argument == "-MT" || argument == "-MQ") options_.dependency_target = value(argument, argument);
    else if (argument == "-x" || argument == "-xcu") language(value(argument, "-x"));
    else if (argument == "-o" || argument == "--output-file") options_.output = value(argument, argument);
    else if (argument == "-ccbin" || starts(argument, "-ccbin=") || argument == "--compiler-bindir") options_.host_compiler = value(argument, starts(argument, "--") ? "--compiler-bindir" : "-ccbin");
    else return false;
    return true;
  }

  void language(const std::string& name) {
    if (name == "cu") options_.all_cuda = true;
    else if (name != "c++") throw UsageError("loomcc compiles CUDA and C++: write `-x cu` or `-x c++`, not `-x " + name + "`");
  }

  bool language_option(const std::string& argument) {
    for (std::string_view name : {"-isystem", "-include", "-I", "-D", "-U"})
      if (starts(argument, name)) {
        options_.preprocess.emplace_back(name);
        options_.preprocess.push_back(value(argument, name));
        return true;
      }
    for (std::string_view name : {"-L", "-l"})
      if (starts(argument, name) && argument != "-lineinfo") {
        options_.link.push_back(std::string(name) + value(argument, name));
        return true;
      }
    if (starts(argument, "-std") || starts(argument, "--std")) options_.standard = "-std=" + value(argument, starts(argument, "--") ? "--std" : "-std");
    else if (argument == "-Xcompiler" || starts(argument, "-Xcompiler=") || starts(argument, "--compiler-options"))
      pass_on(value(argument, starts(argument, "--") ? "--compiler-options" : "-Xcompiler"), options_.compile);
    else if (argument == "-Xlinker" || starts(argument, "-Xlinker=")) pass_to_linker(value(argument, "-Xlinker"));
    else if (argument == "-Werror" || starts(argument, "-Werror=")) werror(argument);
    else if (starts(argument, "-O")) options_.optimisation = argument;
    else if (argument == "-g" || argument == "-G" || argument == "--debug" || argument == "--device-debug") options_.debug = true;
    else if (argument == "-w" || starts(argument, "-W") || starts(argument, "-f")) options_.compile.push_back(argument);
    else if (argument == "-pthread") options_.compile.push_back(argument);
    else return false;
    return true;
  }

  // Accepted so that a build for nvcc works as it stands; what they choose is a GPU's, or always so with loom.
  bool option_for_nvcc(const std::string& argument) {
    for (std::string_view alone : {"-lineinfo", "--generate-line-info", "-use_fast_math", "--use_fast_math", "-extended-lambda", "--extended-lambda",
                                   "-expt-extended-lambda", "--expt-extended-lambda", "-expt-relaxed-constexpr", "--expt-relaxed-constexpr"})
      if (argument == alone) return true;
    for (std::string_view with_value : {"-arch", "--gpu-architecture", "-gencode", "--generate-code", "-code", "--gpu-code",
                                        "-Xptxas", "--ptxas-options", "-maxrregcount", "--maxrregcount", "-cudart", "--cudart"})
      if (argument == with_value || starts(argument, std::string(with_value) + "=")) {
        (void)value(argument, with_value);
        return true;
      }
    return false;
  }

  void pass_on(const std::string& list, std::vector<std::string>& to) {
    std::size_t begin = 0;
    while (begin <= list.size()) {
      const std::size_t comma = std::min(list.find(',', begin), list.size());
      if (comma > begin) to.push_back(list.substr(begin, comma - begin));
      begin = comma + 1;
    }
  }

  void pass_to_linker(const std::string& list) {
    std::vector<std::string> options;
    pass_on(list, options);
    for (const std::string& option : options) {
      options_.link.emplace_back("-Xlinker");
      options_.link.push_back(option);
    }
  }

  // nvcc's -Werror is followed by a list of kinds, GCC's stands alone or names a warning.
  void werror(const std::string& argument) {
    std::vector<std::string> kinds;
    if (argument != "-Werror") pass_on(argument.substr(8), kinds);
    else if (at_ + 1 < arguments_.size()) pass_on(arguments_[at_ + 1], kinds);
    const bool known = !kinds.empty() && std::all_of(kinds.begin(), kinds.end(), [](const std::string& kind) {
      return std::find(werror_kinds.begin(), werror_kinds.end(), kind) != werror_kinds.end();
    });
    if (!known) return options_.compile.push_back(argument);
    if (argument == "-Werror") ++at_;
    for (const std::string& kind : kinds) {
      if (kind == "all-warnings") options_.compile.emplace_back("-Werror");
      if (kind == "reorder" || kind == "deprecated-declarations") options_.compile.push_back("-Werror=" + kind);
    }
  }

  void check() const {
    const bool nothing = options_.inputs.empty() && (options_.stage != Stage::link || options_.link.empty());
    if (nothing) throw UsageError("there is nothing to compile: name a file, as in `loomcc hello.cu -o hello`");
    if (options_.stage == Stage::compile && options_.inputs.size() > 1 && !options_.output.empty())
      throw UsageError("-o names one file, but -c makes one object of each of the " + std::to_string(options_.inputs.size()) + " inputs; leave -o out, or compile them one by one");
    if (options_.dependencies && options_.inputs.size() > 1 && !options_.dependency_file.empty())
      throw UsageError("-MF names one file, but there are " + std::to_string(options_.inputs.size()) + " inputs; compile them one by one with -c");
  }

  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  Options options_;
};

}  // namespace

std::optional<Options> parse_options(const std::vector<std::string>& arguments) { return Parser(arguments).run(); }

}  // namespace loom::compile
