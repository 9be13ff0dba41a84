#include "compile/options.hpp"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "compile/config.hpp"

namespace loom::compile {
namespace {

constexpr std::string_view version = "loomcc " LOOM_VERSION " (CUDA 13.0 without a GPU)\n";
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

-arch, -gencode, -lineinfo, -Xptxas, -use_fast_math, --extended-lambda and --expt-relaxed-constexpr are accepted and
change nothing.
LOOM_INCLUDE and LOOM_LIBRARY name loom's headers (a folder) and library (a file) where they are not where they were built.
)";

using Setter = void (*)(Options&, const std::string& value);

// How an option takes its value: not at all; as the next argument or after `=`; or joined to its name as well.
enum class Form { alone, separate, joined };

struct Known {
  std::string_view name;
  Form form;
  Setter set;
};

void split(const std::string& list, std::vector<std::string>& to) {
  std::istringstream parts(list);
  for (std::string part; std::getline(parts, part, ',');)
    if (!part.empty()) to.push_back(part);
}

void set_language(Options& options, const std::string& name) {
  if (name != "cu" && name != "c++")
    throw UsageError("loomcc compiles CUDA and C++: write `-x cu` or `-x c++`, not `-x " + name + "`");
  options.all_cuda = name == "cu";
}

void pass_to_linker(Options& options, const std::string& list) {
  std::vector<std::string> parts;
  split(list, parts);
  for (const std::string& part : parts) options.link.insert(options.link.end(), {"-Xlinker", part});
}

void compile_only(Options& options, const std::string&) { options.stage = Stage::compile; }
void debug(Options& options, const std::string&) { options.debug = true; }
void dependencies(Options& options, const std::string&) { options.dependencies = true; }
void dependency_target(Options& options, const std::string& value) { options.dependency_target = value; }
void output(Options& options, const std::string& value) { options.output = value; }
void standard(Options& options, const std::string& value) { options.standard = "-std=" + value; }
void verbose(Options& options, const std::string&) { options.verbose = true; }
void host_compiler(Options& options, const std::string& value) { options.host_compiler = value; }
void relocatable(Options& options, const std::string& value) { options.relocatable = value == "true"; }
void pass_to_compiler(Options& options, const std::string& list) { split(list, options.compile); }
// What it chooses is a GPU's, or always so with loom. Accepted so that a build for nvcc works as it stands.
void for_nvcc(Options&, const std::string&) {}

constexpr Known known[] = {
    {"-c", Form::alone, compile_only},
    {"--compile", Form::alone, compile_only},
    {"-dc", Form::alone, [](Options& o, const std::string&) { o.stage = Stage::compile, o.relocatable = true; }},
    {"--translate", Form::alone, [](Options& o, const std::string&) { o.stage = Stage::translate; }},
    {"--plain", Form::alone, [](Options& o, const std::string&) { o.plain = true; }},
    {"--verbose", Form::alone, verbose},
    {"-v", Form::alone, verbose},
    {"-g", Form::alone, debug},
    {"-G", Form::alone, debug},
    {"--debug", Form::alone, debug},
    {"--device-debug", Form::alone, debug},
    {"-MD", Form::alone, dependencies},
    {"-MMD", Form::alone, dependencies},
    {"-pthread", Form::alone, [](Options& o, const std::string&) { o.compile.emplace_back("-pthread"); }},
    {"-w", Form::alone, [](Options& o, const std::string&) { o.compile.emplace_back("-w"); }},

    {"-o", Form::separate, output},
    {"--output-file", Form::separate, output},
    {"-MF", Form::separate, [](Options& o, const std::string& value) { o.dependency_file = value; }},
    {"-MT", Form::separate, dependency_target},
    {"-MQ", Form::separate, dependency_target},
    {"-rdc", Form::separate, relocatable},
    {"--relocatable-device-code", Form::separate, relocatable},
    {"-std", Form::separate, standard},
    {"--std", Form::separate, standard},
    {"-ccbin", Form::separate, host_compiler},
    {"--compiler-bindir", Form::separate, host_compiler},
    {"-Xcompiler", Form::separate, pass_to_compiler},
    {"--compiler-options", Form::separate, pass_to_compiler},
    {"-Xlinker", Form::separate, pass_to_linker},
    {"--linker-options", Form::separate, pass_to_linker},
    {"-include", Form::separate, [](Options& o, const std::string& value) { o.preprocess.insert(o.preprocess.end(), {"-include", value}); }},
    {"-isystem", Form::separate, [](Options& o, const std::string& value) { o.preprocess.insert(o.preprocess.end(), {"-isystem", value}); }},

    {"-x", Form::joined, set_language},
    {"-I", Form::joined, [](Options& o, const std::string& value) { o.preprocess.push_back("-I" + value); }},
    {"-D", Form::joined, [](Options& o, const std::string& value) { o.preprocess.push_back("-D" + value); }},
    {"-U", Form::joined, [](Options& o, const std::string& value) { o.preprocess.push_back("-U" + value); }},
    {"-L", Form::joined, [](Options& o, const std::string& value) { o.link.push_back("-L" + value); }},
    {"-l", Form::joined, [](Options& o, const std::string& value) { o.link.push_back("-l" + value); }},

    {"-lineinfo", Form::alone, for_nvcc},
    {"--generate-line-info", Form::alone, for_nvcc},
    {"-use_fast_math", Form::alone, for_nvcc},
    {"--use_fast_math", Form::alone, for_nvcc},
    {"-extended-lambda", Form::alone, for_nvcc},
    {"--extended-lambda", Form::alone, for_nvcc},
    {"-expt-extended-lambda", Form::alone, for_nvcc},
    {"--expt-extended-lambda", Form::alone, for_nvcc},
    {"-expt-relaxed-constexpr", Form::alone, for_nvcc},
    {"--expt-relaxed-constexpr", Form::alone, for_nvcc},
    {"-arch", Form::separate, for_nvcc},
    {"--gpu-architecture", Form::separate, for_nvcc},
    {"-code", Form::separate, for_nvcc},
    {"--gpu-code", Form::separate, for_nvcc},
    {"-gencode", Form::separate, for_nvcc},
    {"--generate-code", Form::separate, for_nvcc},
    {"-Xptxas", Form::separate, for_nvcc},
    {"--ptxas-options", Form::separate, for_nvcc},
    {"-maxrregcount", Form::separate, for_nvcc},
    {"--maxrregcount", Form::separate, for_nvcc},
    {"-cudart", Form::separate, for_nvcc},
    {"--cudart", Form::separate, for_nvcc},
};

// What nvcc's -Werror may be told. Most warn of things that loom does not have.
constexpr std::string_view werror_kinds[] = {"all-warnings",          "cross-execution-space-call", "reorder",
                                             "default-stream-launch", "missing-launch-bounds",      "ext-lambda-captures-this",
                                             "deprecated-declarations"};

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  std::optional<Options> run() {
    for (; at_ < arguments_.size(); ++at_) {
      const std::string& argument = arguments_[at_];
      if (argument == "--help" || argument == "-h") return std::cout << help, std::nullopt;
      if (argument == "--version" || argument == "-V") return std::cout << version, std::nullopt;
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

  void option(const std::string& argument) {
    if (argument == "-Werror" || argument.starts_with("-Werror=")) return werror(argument);
    for (const Known& one : known)
      if (argument == one.name) return one.set(options_, one.form == Form::alone ? "" : next(argument));
    for (const Known& one : known)
      if (one.form != Form::alone && argument.starts_with(std::string(one.name) + "="))
        return one.set(options_, argument.substr(one.name.size() + 1));
    for (const Known& one : known)
      if (one.form == Form::joined && argument.starts_with(one.name)) return one.set(options_, argument.substr(one.name.size()));
    // GCC's own families go to GCC as they are.
    if (argument.starts_with("-W") || argument.starts_with("-f")) options_.compile.push_back(argument);
    else if (argument.starts_with("-O")) options_.optimisation = argument;
    else throw UsageError("loomcc does not know the option " + argument + "; `loomcc --help` lists those it knows");
  }

  const std::string& next(const std::string& option) {
    if (at_ + 1 == arguments_.size()) throw UsageError("the option " + option + " needs a value");
    return arguments_[++at_];
  }

  // nvcc's -Werror is followed by a list of kinds, GCC's stands alone or names a warning.
  void werror(const std::string& argument) {
    const bool separate = argument == "-Werror";
    std::vector<std::string> kinds;
    if (!separate) split(argument.substr(argument.find('=') + 1), kinds);
    else if (at_ + 1 < arguments_.size()) split(arguments_[at_ + 1], kinds);
    const bool for_nvcc = !kinds.empty() && std::all_of(kinds.begin(), kinds.end(), [](const std::string& kind) {
      return std::find(std::begin(werror_kinds), std::end(werror_kinds), kind) != std::end(werror_kinds);
    });
    if (!for_nvcc) return options_.compile.push_back(argument);
    if (separate) ++at_;
    for (const std::string& kind : kinds) {
      if (kind == "all-warnings") options_.compile.emplace_back("-Werror");
      if (kind == "reorder" || kind == "deprecated-declarations") options_.compile.push_back("-Werror=" + kind);
    }
  }

  void check() const {
    const std::string inputs = std::to_string(options_.inputs.size());
    const bool linking = options_.stage == Stage::link;
    if (options_.inputs.empty() && (!linking || options_.link.empty()))
      throw UsageError("there is nothing to compile: name a file, as in `loomcc hello.cu -o hello`");
    if (options_.inputs.size() < 2) return;
    if (options_.stage == Stage::compile && !options_.output.empty())
      throw UsageError("-o names one file, but -c makes one object of each of the " + inputs +
                       " inputs; leave -o out, or compile them one by one");
    if (options_.dependencies && (linking || !options_.dependency_file.empty()))
      throw UsageError("-MD writes one file for each input, but there are " + inputs + "; compile them one by one with -c");
  }

  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  Options options_;
};

}  // namespace

std::optional<Options> parse_options(const std::vector<std::string>& arguments) { return Parser(arguments).run(); }

}  // namespace loom::compile
