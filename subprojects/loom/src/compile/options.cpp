#include "compile/options.hpp"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string_view>

#include "compile/config.hpp"
#include "compile/option_table.hpp"

namespace loom::compile {
namespace {

// Builds look for the second line, which is nvcc's.
constexpr std::string_view version = "loomcc " LOOM_VERSION ", CUDA 13.0 without a GPU, instead of\n"
                                     "nvcc: NVIDIA (R) Cuda compiler driver, release 13.0, V13.0.88\n";
constexpr std::string_view help = R"(loomcc compiles CUDA C++ for loom, the CUDA device in software. It is used like nvcc.

usage: loomcc [options] file.cu ... [file.cpp ...] [file.o ...]

  -o FILE               name what is written
  -c                    compile, do not link
  -lib, -shared         make a static library, a shared one
  -E, -M                print the preprocessed text, the files that are included
  -I DIR, -isystem DIR, -include FILE, -D NAME[=VALUE], -U NAME
  -L DIR, -l NAME       look for libraries, link one; CUDA's names mean loom's own
  -std=c++17 (the default, with GNU's extensions), -std=c++20, ...; an older one becomes C++17
  -O0 ... -O3           optimise; only with --plain, as the code that is watched keeps every access
  -g, -G                full debug information
  -W..., -Werror [all-warnings], -w
  -MD, -MMD, -MP, -MF FILE, -MT TARGET
                        write the files that were included, for a build system
  -x cu                 take every input for CUDA, whatever its name (or c++, or c)
  -rdc=true, -dc, -dlink
                        device variables of one name are one variable in all files
  -arch, -gencode       __CUDA_ARCH__ for device code, 900 at most, which is what it is without them
  -Xcompiler OPTIONS, -Xlinker OPTIONS
                        pass options on, separated by commas
  -ccbin COMPILER       compile with this compiler; one that is not GCC with --plain only
  -run, -run-args LIST  run the program once it is built, with these arguments
  -optf FILE, @FILE     read more options from the file
  --plain               run faster and find nothing: no accesses are watched
  --translate           print the C++ that is compiled
  --verbose             print the commands that are run
  --version, --help

Options that only a GPU could obey (-lineinfo, -Xptxas, -maxrregcount, -use_fast_math, ...) are accepted and change nothing.
LOOM_INCLUDE and LOOM_LIBRARY name loom's headers (a folder) and library (a file) where they are not beside loomcc.
)";

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  std::optional<Options> run() {
    for (; at_ < arguments_.size(); ++at_) {
      const std::string argument = arguments_[at_];
      if (argument == "--help" || argument == "-h") return std::cout << help, std::nullopt;
      if (argument == "--version" || argument == "-V") return std::cout << version, std::nullopt;
      if (argument == "-optf" || argument == "--options-file") read_options(next(argument));
      else if (argument.starts_with('@')) read_options(argument.substr(1));
      else if (argument.size() > 1 && argument[0] == '-') option(argument);
      else input(argument);
    }
    check();
    return std::move(options_);
  }

 private:
  void input(const std::string& argument) {
    const bool library = argument.ends_with(".a") || argument.ends_with(".so") || argument.find(".so.") != std::string::npos;
    const bool object = argument.ends_with(".o") || library;
    (object ? options_.link : options_.inputs).push_back(argument);
  }

  void option(const std::string& argument) {
    if (argument == "-Werror" || argument.starts_with("-Werror=") || argument.starts_with("--Werror")) return werror(argument);
    for (const KnownOption& one : known_options())
      if (argument == one.name || argument == one.long_name)
        return one.set(options_, one.form == Form::alone ? "" : next(argument));
    for (const KnownOption& one : known_options())
      if (one.form != Form::alone)
        for (const std::string_view name : {one.name, one.long_name})
          if (!name.empty() && argument.starts_with(std::string(name) + "=")) return one.set(options_, argument.substr(name.size() + 1));
    // GCC's own families go to GCC as they are.
    if (argument.starts_with("-W") || argument.starts_with("-f")) return options_.compile.push_back(argument);
    for (const KnownOption& one : known_options())
      if (one.form == Form::joined && argument.starts_with(one.name)) return one.set(options_, argument.substr(one.name.size()));
    throw UsageError("loomcc does not know the option " + argument + "; `loomcc --help` lists those it knows");
  }

  const std::string& next(const std::string& option) {
    if (at_ + 1 == arguments_.size()) throw UsageError("the option " + option + " needs a value");
    return arguments_[++at_];
  }

  // The words of the file stand where the option stood; those with blanks are in quotes.
  void read_options(const std::string& name) {
    std::ifstream file(name);
    if (!file) throw UsageError("there is no file " + name + " to read options from");
    if (++files_ > 100) throw UsageError("the file " + name + " names files of options that name each other");
    std::vector<std::string> words;
    for (std::string word; file >> std::quoted(word);) words.push_back(word);
    arguments_.insert(arguments_.begin() + std::ptrdiff_t(at_) + 1, words.begin(), words.end());
  }

  // nvcc's -Werror is followed by a list of kinds, GCC's stands alone or names a warning.
  void werror(const std::string& argument) {
    const bool separate = argument.find('=') == std::string::npos;
    std::vector<std::string> names;
    if (!separate) split_list(argument.substr(argument.find('=') + 1), names);
    else if (at_ + 1 < arguments_.size()) split_list(arguments_[at_ + 1], names);
    std::vector<std::string> for_gcc;
    for (const std::string& name : names)
      for (const ErrorKind& kind : error_kinds())
        if (name == kind.name) for_gcc.emplace_back(kind.for_gcc);
    if (names.empty() || for_gcc.size() != names.size()) return options_.compile.push_back(argument);
    if (separate) ++at_;
    std::copy_if(for_gcc.begin(), for_gcc.end(), std::back_inserter(options_.compile), [](const std::string& word) { return !word.empty(); });
  }

  void check() const {
    const std::string inputs = std::to_string(options_.inputs.size());
    const bool together = options_.stage == Stage::link || options_.stage == Stage::archive || options_.stage == Stage::device_link;
    if (options_.inputs.empty() && (!together || options_.link.empty()))
      throw UsageError("there is nothing to compile: name a file, as in `loomcc hello.cu -o hello`");
    if (options_.run && (options_.stage != Stage::link || options_.shared))
      throw UsageError("-run needs a program: leave out the options that make something else");
    if (options_.inputs.size() < 2) return;
    if (options_.stage == Stage::compile && !options_.output.empty())
      throw UsageError("-o names one file, but -c makes one object of each of the " + inputs +
                       " inputs; leave -o out, or compile them one by one");
    if (options_.dependencies && (together || !options_.dependency_file.empty()))
      throw UsageError("-MD writes one file for each input, but there are " + inputs + "; compile them one by one with -c");
  }

  std::vector<std::string> arguments_;
  std::size_t at_ = 0;
  unsigned files_ = 0;
  Options options_;
};

}  // namespace

std::optional<Options> parse_options(const std::vector<std::string>& arguments) { return Parser(arguments).run(); }

}  // namespace loom::compile
