#include "compile/option_table.hpp"

#include <algorithm>
#include <cctype>

namespace loom::compile {
namespace {

using Value = const std::string&;

void pass_to_linker(Options& options, Value list) {
  std::vector<std::string> parts;
  split_list(list, parts);
  for (const std::string& part : parts) options.link.insert(options.link.end(), {"-Xlinker", part});
}

void set_language(Options& options, Value name) {
  if (name != "cu" && name != "c++" && name != "c")
    throw UsageError("loomcc compiles CUDA, C++ and C: write `-x cu`, `-x c++` or `-x c`, not `-x " + name + "`");
  options.language = name;
}

// loom's headers are C++17. nvcc's older standards become that one.
void standard(Options& options, Value value) {
  const bool older = value.ends_with("++03") || value.ends_with("++0x") || value.ends_with("++11") || value.ends_with("++14") ||
                     value.ends_with("++98") || value.ends_with("++1y");
  options.standard = "-std=" + (older ? value.substr(0, value.find("++")) + "++17" : value);
}

void optimise(Options& options, Value level) { options.optimisation = "-O" + level; }

void libraries(Options& options, Value names) {
  std::vector<std::string> parts;
  split_list(names, parts);
  for (const std::string& name : parts) options.link.push_back("-l" + name);
}

template <Stage stage>
void stop_at(Options& options, Value) {
  options.stage = stage;
}

void compile_relocatable(Options& options, Value) {
  options.stage = Stage::compile;
  options.relocatable = true;
}

void relocatable(Options& options, Value value) { options.relocatable = value == "true"; }
void debug(Options& options, Value) { options.debug = true; }
void debug_device(Options& options, Value) {
  options.debug = true;
  options.cuda_macros.emplace_back("-D__CUDACC_DEBUG__");
}
void extended_lambda(Options& options, Value) { options.cuda_macros.emplace_back("-D__CUDACC_EXTENDED_LAMBDA__"); }
void relaxed_constexpr(Options& options, Value) {
  options.relaxed_constexpr = true;
  options.cuda_macros.emplace_back("-D__CUDACC_RELAXED_CONSTEXPR__");
}
void dependencies(Options& options, Value) { options.dependencies = true; }
void user_dependencies(Options& options, Value) { options.dependencies = true, options.system_dependencies = false; }
void list_user_dependencies(Options& options, Value) { options.stage = Stage::list_dependencies, options.system_dependencies = false; }
void dependency_target(Options& options, Value value) { options.dependency_target = value; }
void pass_to_compiler(Options& options, Value list) { split_list(list, options.compile); }

// The number in "sm_80", "compute_90a" or "arch=compute_75,code=[sm_75,sm_86]": the highest counts.
void architecture(Options& options, Value value) {
  for (const std::string_view prefix : {"sm_", "compute_", "lto_"})
    for (std::size_t at = value.find(prefix); at != std::string::npos; at = value.find(prefix, at + 1)) {
      unsigned number = 0;
      for (std::size_t i = at + prefix.size(); i < value.size() && std::isdigit(static_cast<unsigned char>(value[i])) && number < 1000; ++i)
        number = 10 * number + static_cast<unsigned>(value[i] - '0');
      options.architecture = std::max(options.architecture, 10 * number);
    }
}

void default_stream(Options&, Value kind) {
  if (kind == "per-thread")
    throw UsageError("loom's stream 0 is always the legacy default stream: leave out `-default-stream per-thread`, and pass "
                     "cudaStreamPerThread for a thread's own stream");
}

void machine(Options&, Value bits) {
  if (bits == "32") throw UsageError("loom has 64-bit code only: leave out `-m32`");
  if (bits != "64") throw UsageError("loomcc does not know the option -m" + bits + "; `loomcc --help` lists those it knows");
}

void threads(Options&, Value count) {
  const bool digits = std::all_of(count.begin(), count.end(), [](unsigned char c) { return std::isdigit(c); });
  if (!digits) throw UsageError("loomcc does not know the option -t" + count + "; `loomcc --help` lists those it knows");
}

[[noreturn]] void for_a_gpu_only(Options&, Value) {
  throw UsageError("loom makes no code for a GPU, so there is nothing that -ptx, -cubin, -fatbin, -cuda, -optix-ir or -ltoir could "
                   "write; `--translate` shows the C++ that is compiled");
}

// What it chooses is a GPU's, or always so with loom. Accepted so that a build for nvcc works as it stands.
void for_nvcc(Options&, Value) {}

constexpr KnownOption known[] = {
    // What is made
    {"-c", "--compile", Form::alone, stop_at<Stage::compile>},
    {"-dc", "--device-c", Form::alone, compile_relocatable},
    {"-dw", "--device-w", Form::alone, stop_at<Stage::compile>},
    {"-dlink", "--device-link", Form::alone, stop_at<Stage::device_link>},
    {"-lib", "--lib", Form::alone, stop_at<Stage::archive>},
    {"-link", "--link", Form::alone, stop_at<Stage::link>},
    {"-shared", "--shared", Form::alone, [](Options& o, Value) { o.shared = true; }},
    {"-E", "--preprocess", Form::alone, stop_at<Stage::preprocess>},
    {"-M", "--generate-dependencies", Form::alone, stop_at<Stage::list_dependencies>},
    {"-MM", "--generate-nonsystem-dependencies", Form::alone, list_user_dependencies},
    {"--translate", "", Form::alone, stop_at<Stage::translate>},
    {"-o", "--output-file", Form::separate, [](Options& o, Value v) { o.output = v; }},
    {"-odir", "--output-directory", Form::separate, [](Options& o, Value v) { o.output_folder = v; }},
    {"-ptx", "--ptx", Form::alone, for_a_gpu_only},
    {"-cubin", "--cubin", Form::alone, for_a_gpu_only},
    {"-fatbin", "--fatbin", Form::alone, for_a_gpu_only},
    {"-cuda", "--cuda", Form::alone, for_a_gpu_only},
    {"-optix-ir", "--optix-ir", Form::alone, for_a_gpu_only},
    {"-ltoir", "--ltoir", Form::alone, for_a_gpu_only},

    // How it is compiled
    {"--plain", "", Form::alone, [](Options& o, Value) { o.plain = true; }},
    {"-g", "--debug", Form::alone, debug},
    {"-G", "--device-debug", Form::alone, debug_device},
    {"-O", "--optimize", Form::joined, optimise},
    {"-std", "--std", Form::separate, standard},
    {"-x", "--x", Form::joined, set_language},
    {"-rdc", "--relocatable-device-code", Form::separate, relocatable},
    {"-ccbin", "--compiler-bindir", Form::separate, [](Options& o, Value v) { o.host_compiler = v; }},
    {"-Xcompiler", "--compiler-options", Form::separate, pass_to_compiler},
    {"-extended-lambda", "--extended-lambda", Form::alone, extended_lambda},
    {"-expt-extended-lambda", "--expt-extended-lambda", Form::alone, extended_lambda},
    {"-expt-relaxed-constexpr", "--expt-relaxed-constexpr", Form::alone, relaxed_constexpr},
    {"-pthread", "", Form::alone, [](Options& o, Value) { o.compile.emplace_back("-pthread"); }},
    {"-w", "--disable-warnings", Form::alone, [](Options& o, Value) { o.compile.emplace_back("-w"); }},
    {"-m64", "--m64", Form::alone, for_nvcc},
    {"-m", "--machine", Form::joined, machine},
    {"-arch", "--gpu-architecture", Form::separate, architecture},
    {"-code", "--gpu-code", Form::separate, for_nvcc},
    {"-gencode", "--generate-code", Form::separate, architecture},
    {"-default-stream", "--default-stream", Form::separate, default_stream},
    {"-ftemplate-depth", "--ftemplate-depth", Form::separate, [](Options& o, Value v) { o.compile.push_back("-ftemplate-depth=" + v); }},
    {"-noeh", "--no-exceptions", Form::alone, [](Options& o, Value) { o.compile.emplace_back("-fno-exceptions"); }},

    // The preprocessor
    {"-include", "--pre-include", Form::separate, [](Options& o, Value v) { o.preprocess.insert(o.preprocess.end(), {"-include", v}); }},
    {"-isystem", "--system-include", Form::separate, [](Options& o, Value v) { o.preprocess.insert(o.preprocess.end(), {"-isystem", v}); }},
    {"-I", "--include-path", Form::joined, [](Options& o, Value v) { o.preprocess.push_back("-I" + v); }},
    {"-D", "--define-macro", Form::joined, [](Options& o, Value v) { o.preprocess.push_back("-D" + v); }},
    {"-U", "--undefine-macro", Form::joined, [](Options& o, Value v) { o.preprocess.push_back("-U" + v); }},
    {"-MD", "--generate-dependencies-with-compile", Form::alone, dependencies},
    {"-MMD", "--generate-nonsystem-dependencies-with-compile", Form::alone, user_dependencies},
    {"-MP", "--generate-dependency-targets", Form::alone, [](Options& o, Value) { o.phony_dependencies = true; }},
    {"-MF", "--dependency-output", Form::separate, [](Options& o, Value v) { o.dependency_file = v; }},
    {"-MT", "--dependency-target-name", Form::separate, dependency_target},
    {"-MQ", "", Form::separate, dependency_target},

    // The linker
    {"-L", "--library-path", Form::joined, [](Options& o, Value v) { o.link.push_back("-L" + v); }},
    {"-l", "--library", Form::joined, libraries},
    {"-Xlinker", "--linker-options", Form::separate, pass_to_linker},

    // loomcc itself
    {"-run", "--run", Form::alone, [](Options& o, Value) { o.run = true; }},
    {"-run-args", "--run-args", Form::separate, [](Options& o, Value v) { split_list(v, o.run_arguments); }},
    {"-v", "--verbose", Form::alone, [](Options& o, Value) { o.verbose = true; }},

    {"-lineinfo", "--generate-line-info", Form::alone, for_nvcc},
    {"-use_fast_math", "--use_fast_math", Form::alone, for_nvcc},
    {"-ftz", "--ftz", Form::separate, for_nvcc},
    {"-prec-div", "--prec-div", Form::separate, for_nvcc},
    {"-prec-sqrt", "--prec-sqrt", Form::separate, for_nvcc},
    {"-fmad", "--fmad", Form::separate, for_nvcc},
    {"-Xptxas", "--ptxas-options", Form::separate, for_nvcc},
    {"-Xnvlink", "--nvlink-options", Form::separate, for_nvcc},
    {"-Xcudafe", "", Form::separate, for_nvcc},
    {"-Xfatbin", "--fatbin-options", Form::separate, for_nvcc},
    {"-Xarchive", "--archive-options", Form::separate, for_nvcc},
    {"-maxrregcount", "--maxrregcount", Form::separate, for_nvcc},
    {"-cudart", "--cudart", Form::separate, for_nvcc},
    {"-cudadevrt", "--cudadevrt", Form::separate, for_nvcc},
    {"-restrict", "--restrict", Form::alone, for_nvcc},
    {"-forward-unknown-to-host-compiler", "--forward-unknown-to-host-compiler", Form::alone, for_nvcc},
    {"-forward-unknown-to-host-linker", "--forward-unknown-to-host-linker", Form::alone, for_nvcc},
    {"-res-usage", "--resource-usage", Form::alone, for_nvcc},
    {"-src-in-ptx", "--source-in-ptx", Form::alone, for_nvcc},
    {"-opt-info", "--optimization-info", Form::separate, for_nvcc},
    {"-dopt", "--dopt", Form::separate, for_nvcc},
    {"-dlto", "--dlink-time-opt", Form::alone, for_nvcc},
    {"-lto", "--lto", Form::alone, for_nvcc},
    {"-ewp", "--extensible-whole-program", Form::alone, for_nvcc},
    {"-t", "--threads", Form::joined, threads},
    {"-split-compile", "--split-compile", Form::separate, for_nvcc},
    {"-split-compile-extended", "--split-compile-extended", Form::separate, for_nvcc},
    {"-noprof", "--dont-use-profile", Form::alone, for_nvcc},
    {"-nodlink", "--no-device-link", Form::alone, for_nvcc},
    {"-keep", "--keep", Form::alone, for_nvcc},
    {"-save-temps", "--save-temps", Form::alone, for_nvcc},
    {"-keep-dir", "--keep-dir", Form::separate, for_nvcc},
    {"-objtemp", "--objdir-as-tempdir", Form::alone, for_nvcc},
    {"-keep-device-functions", "--keep-device-functions", Form::alone, for_nvcc},
    {"-no-compress", "--no-compress", Form::alone, for_nvcc},
    {"-compress-mode", "--compress-mode", Form::separate, for_nvcc},
    {"-allow-unsupported-compiler", "--allow-unsupported-compiler", Form::alone, for_nvcc},
    {"-arbin", "--archiver-binary", Form::separate, for_nvcc},
    {"-ldir", "--libdevice-directory", Form::separate, for_nvcc},
    {"-target-dir", "--target-directory", Form::separate, for_nvcc},
    {"-nohdinitlist", "--no-host-device-initializer-list", Form::alone, for_nvcc},
    {"-nohdmoveforward", "--no-host-device-move-forward", Form::alone, for_nvcc},
    {"-static-global-template-stub", "--static-global-template-stub", Form::separate, for_nvcc},
    {"-device-entity-has-hidden-visibility", "--device-entity-has-hidden-visibility", Form::separate, for_nvcc},
    {"-extra-device-vectorization", "--extra-device-vectorization", Form::alone, for_nvcc},
    {"-diag-error", "--diag-error", Form::separate, for_nvcc},
    {"-diag-suppress", "--diag-suppress", Form::separate, for_nvcc},
    {"-diag-warn", "--diag-warn", Form::separate, for_nvcc},
    {"-err-no", "--display-error-number", Form::alone, for_nvcc},
    {"-no-err-no", "--no-display-error-number", Form::alone, for_nvcc},
    {"-brief-diag", "--brief-diagnostics", Form::separate, for_nvcc},
    {"-Wdefault-stream-launch", "--Wdefault-stream-launch", Form::alone, for_nvcc},
    {"-Wmissing-launch-bounds", "--Wmissing-launch-bounds", Form::alone, for_nvcc},
    {"-Wext-lambda-captures-this", "--Wext-lambda-captures-this", Form::alone, for_nvcc},
    {"-Wno-deprecated-gpu-targets", "--Wno-deprecated-gpu-targets", Form::alone, for_nvcc},
    {"-Wreorder", "--Wreorder", Form::alone, [](Options& o, Value) { o.compile.emplace_back("-Wreorder"); }},
    {"-Wno-deprecated-declarations", "--Wno-deprecated-declarations", Form::alone,
     [](Options& o, Value) { o.compile.emplace_back("-Wno-deprecated-declarations"); }},
};

constexpr ErrorKind kinds[] = {{"all-warnings", "-Werror"},
                               {"reorder", "-Werror=reorder"},
                               {"deprecated-declarations", "-Werror=deprecated-declarations"},
                               {"cross-execution-space-call", ""},
                               {"default-stream-launch", ""},
                               {"missing-launch-bounds", ""},
                               {"ext-lambda-captures-this", ""}};

}  // namespace

std::span<const KnownOption> known_options() { return known; }
std::span<const ErrorKind> error_kinds() { return kinds; }

void split_list(const std::string& list, std::vector<std::string>& to) {
  std::string part;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const bool escaped = i + 1 < list.size() && list[i] == '\\' && list[i + 1] == ',';
    if (i == list.size() || list[i] == ',' || list[i] == ' ') {
      if (!part.empty()) to.push_back(part);
      part.clear();
    } else {
      part += list[escaped ? ++i : i];
    }
  }
}

}  // namespace loom::compile
