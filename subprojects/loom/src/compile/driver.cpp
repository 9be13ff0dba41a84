#include "compile/driver.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string_view>

#include <unistd.h>

#include "compile/cmake.hpp"
#include "compile/compiled_calls.hpp"
#include "compile/config.hpp"
#include "compile/constants.hpp"
#include "compile/diagnostics.hpp"
#include "compile/host_calls.hpp"
#include "compile/indirect_calls.hpp"
#include "compile/install_paths.hpp"
#include "compile/libraries.hpp"
#include "compile/merge_device_pass.hpp"
#include "compile/process.hpp"
#include "compile/redzones.hpp"
#include "compile/rewrite.hpp"
#include "compile/translate.hpp"

namespace loom::compile {
namespace {

namespace fs = std::filesystem;

// The pass of GCC 12 behind these warnings crashes without a mangled name of `operator new`, and device.h gives it another.
constexpr std::array<std::string_view, 3> no_heap_warnings{"-Wno-mismatched-new-delete", "-Wno-mismatched-dealloc",
                                                           "-Wno-free-nonheap-object"};

// Where optimised, a loop over threads is parted where the `if (i < n)` of most kernels ends to hold.
constexpr std::array<std::string_view, 2> loops_with_guards{"-fsplit-loops", "-funswitch-loops"};

// A command has failed, and has said why.
struct Failed {
  int status;
};

// A message of ours that ends the work.
struct Stop : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// With these, GCC keeps each access of the source and calls a hook of loom before it. The runtime behind
// -fsanitize=thread is not linked: loom's hooks stand in its place. An index outside of an array of known length is one more call.
constexpr std::array<std::string_view, 25> instrumentation{
    "-O1",
    "-fsanitize=thread",
    "-fsanitize=bounds-strict",
    // After a wrong index GCC sees a way on, along which nothing has been read into the element.
    "-Wno-maybe-uninitialized",
    "-fsanitize-coverage=trace-pc",
    "-fno-tree-sra",
    "-fno-tree-fre",
    "-fno-tree-dse",
    "-fno-tree-dominator-opts",
    "-fno-tree-loop-im",
    "-fno-tree-ch",
    "-fno-tree-pre",
    "-fno-tree-sink",
    "-fno-ipa-sra",
    "-fno-elide-constructors",
    // Some processors' variables are found from one that stands for several, by distances that know of no redzones.
    "-fno-section-anchors",
    // Code stands in the order of the source, so that lanes of a warp which part meet again where they do on a GPU.
    "-fno-reorder-blocks",
    "-fno-optimize-sibling-calls",
    "--param",
    "tsan-distinguish-volatile=1",
    // Copies that the program calls for stay calls, and are announced; expanded into moves they would not be.
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    // One copy of a small function serves host and device, and a stack trace shows it.
    "-fno-omit-frame-pointer",
    "-pthread"};

// What a processor needs, with hooks or without.
#if defined(__aarch64__)
constexpr std::array<std::string_view, 2> for_processor{
    "-fsanitize=integer-divide-by-zero",   // no fault there: the check calls a function of loom's instead
    "-ffp-contract=off"};                  // a * b + c is two operations, as on x86-64
#else
constexpr std::array<std::string_view, 0> for_processor{};
#endif

// What Ninja cannot read in the name of a file, and nothing can make it read.
constexpr std::string_view unreadable = "&'\"*;<>?^`|";

// As GCC writes a name into a list of dependencies.
std::string escaped(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == ' ' || c == '#') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

// A list of dependencies with names from this folder on, where the folder's own is one that Ninja cannot read: else all would be built
// again every time.
std::string from_here(std::string list) {
  std::string up;
  for (fs::path folder = fs::current_path(); folder.string().find_first_of(unreadable) != std::string::npos; folder = folder.parent_path()) {
    const std::string name = escaped(folder.string()) + "/";
    for (std::size_t at = list.find(name); at != std::string::npos; at = list.find(name, at + 1))
      if (at == 0 || list[at - 1] == ' ' || list[at - 1] == '\n') list.replace(at, name.size(), up);
    up += "../";
  }
  return list;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Driver {
 public:
  explicit Driver(const Options& options) : options_(options) {
    std::istringstream words(options.host_compiler.empty() ? LOOM_HOST_COMPILER : options.host_compiler);
    compiler_.assign(std::istream_iterator<std::string>(words), {});
    if (!fs::exists(paths_.include() / "cuda_runtime.h"))
      throw Stop("loom's headers are not in " + paths_.include().string() + "; set LOOM_INCLUDE to the folder that holds cuda_runtime.h");
  }

  // The status that loomcc ends with.
  int run() {
    if (options_.verbose) std::cerr << lines_for_cmake(paths_, compiler_.back());
    for (const std::string& input : options_.inputs) check_input(input);
    std::vector<std::string> objects;
    for (const std::string& input : options_.inputs) {
      switch (options_.stage) {
        case Stage::translate: print(translated(input).text); continue;
        case Stage::preprocess: print(preprocessed(input, {"-E"})); continue;
        case Stage::list_dependencies: print(preprocessed(input, {options_.system_dependencies ? "-M" : "-MM"})); continue;
        default: break;
      }
      objects.push_back(object_for(input));
      is_cuda(input) ? compile_cuda(input, objects.back()) : compile_host(input, objects.back());
    }
    if (options_.stage == Stage::link) link(objects);
    if (options_.stage == Stage::archive) archive(objects);
    if (options_.stage == Stage::device_link) write_empty_object();
    return options_.run ? run_program() : EXIT_SUCCESS;
  }

 private:
  // "cu", "c++" or "c"; empty where loomcc cannot tell.
  std::string language(const fs::path& input) const {
    if (!options_.language.empty()) return options_.language;
    const fs::path extension = input.extension();
    if (extension == ".cu") return "cu";
    if (extension == ".c") return "c";
    for (std::string_view known : {".cpp", ".cc", ".cxx", ".C", ".c++"})
      if (extension == known) return "c++";
    return "";
  }
  bool is_cuda(const fs::path& input) const { return language(input) == "cu"; }

  // As far as its name says.
  bool is_clang() const {
    return std::ranges::any_of(compiler_, [](const std::string& word) { return word.find("clang") != word.npos; });
  }

  void print(const std::string& text) const {
    if (options_.output.empty()) std::cout << text;
    else write_file(options_.output, text);
  }

  void check_input(const fs::path& input) const {
    if (!fs::exists(input)) throw Stop("there is no file " + input.string());
    if (fs::is_directory(input)) throw Stop(input.string() + " is a folder; name the files in it");
    if (language(input).empty())
      throw Stop("loomcc cannot tell what " + input.string() + " is; name it .cu or .cpp, or write `-x cu`");
  }

  void write_file(const fs::path& path, const std::string& text) const {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw Stop("loomcc cannot write " + path.string());
  }

  // With -c the object is the requested output; else it goes with the temporary folder.
  std::string object_for(const fs::path& input) {
    if (options_.stage == Stage::compile) return output_for(input);
    return (temporary_.path() / (std::to_string(++objects_) + "-" + input.stem().string() + ".o")).string();
  }

  std::string output_for(const fs::path& input) const {
    if (!options_.output.empty()) return options_.output;
    return options_.stage == Stage::link ? "a.out" : (options_.output_folder / fs::path(input.stem().string() + ".o")).string();
  }

  std::vector<std::string> command() const { return compiler_; }

  void call(const std::vector<std::string>& command, const fs::path& errors = {}) const {
    if (options_.verbose) std::cerr << as_typed(command) << '\n';
    const int status = loom::compile::run(command, errors);
    if (status == cannot_run)
      throw Stop("loomcc cannot run " + command[0] +
                 "; install GCC's C++ compiler, as with `apt install g++`, or name one with -ccbin");
    if (status != 0) throw Failed{status};
  }

  void add_dependencies(std::vector<std::string>& command, const fs::path& input) const {
    if (!options_.dependencies) return;
    const std::string& target = options_.dependency_target;
    command.emplace_back(options_.system_dependencies ? "-MD" : "-MMD");
    if (options_.phony_dependencies) command.emplace_back("-MP");
    add(command, std::array<std::string, 4>{"-MF", dependency_file(input).string(), "-MT", target.empty() ? output_for(input) : target});
  }

  fs::path dependency_file(const fs::path& input) const {
    if (!options_.dependency_file.empty()) return options_.dependency_file;
    return fs::path(output_for(input)).replace_extension(".d");
  }

  void mend_dependencies(const fs::path& input) const {
    if (!options_.dependencies) return;
    const std::string list = read_file(dependency_file(input)), mended = from_here(list);
    if (mended != list) write_file(dependency_file(input), mended);
  }

  template <class Words>
  static void add(std::vector<std::string>& command, const Words& words) {
    for (const auto& word : words) command.emplace_back(word);
  }

  // Whether these are the headers of a toolkit for GPUs, which a program's build names as its own.
  bool is_toolkit(const fs::path& folder) const {
    std::error_code unknown;
    return fs::exists(folder / "cuda_runtime.h", unknown) && !fs::equivalent(folder, paths_.include(), unknown);
  }

  // loom's headers replace those of the toolkit.
  void add_preprocessing(std::vector<std::string>& command) const {
    for (const std::string& word : options_.preprocess) {
      const bool separate = command.back() == "-isystem";
      if (!is_toolkit(separate ? word : word.starts_with("-I") ? word.substr(2) : "")) command.push_back(word);
      else if (separate) command.pop_back();
    }
    add(command, std::array<std::string, 3>{"-D__LOOM__=1", "-isystem", paths_.include().string()});
  }

  void add_compilation(std::vector<std::string>& command) const {
    if (is_clang() && !options_.plain)
      throw Stop("loom can watch only code from GCC; compile with --plain, or pass a g++ to -ccbin");
    if (options_.plain) command.push_back(options_.optimisation.empty() ? "-O2" : options_.optimisation);
    else add(command, instrumentation);
    add(command, for_processor);
    command.emplace_back("-fno-builtin-malloc");    // with a memset behind it, it would become the C library's calloc
    command.emplace_back("-Wno-psabi");            // which notes that a CUtensorMap is passed otherwise than before GCC 4.6
    command.emplace_back("-fno-strict-aliasing");   // device code takes a float4 for eight halves, and nvcc lets it
    // Lines are always needed: every finding names one.
    command.emplace_back(options_.debug ? "-g" : "-g1");
    command.emplace_back("-Wformat");               // as nvcc does, without -Wall
    for (const std::string& word : options_.compile)
      if (options_.plain || !word.starts_with("-O")) command.push_back(word);   // the code that is watched has a level of its own
  }

  // The device that loom stands for is one of compute capability 9.0.
  std::string architecture() const { return std::to_string(options_.architecture == 0 ? 900 : std::min(options_.architecture, 900u)); }

  // What nvcc defines, and loom does too: in every file, and in those of CUDA.
  void add_nvcc(std::vector<std::string>& command) const {
    add(command, std::array<std::string, 6>{"-D__NVCC__=1", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0",
                                            "-D__CUDACC_VER_BUILD__=88", "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=0"});
    command.push_back("-D__CUDA_ARCH_LIST__=" + architecture());
    command.push_back("-DCUB_PTX_ARCH=" + architecture());    // the toolkit's CUB has types that depend on it, and types are the host's
  }
  void add_cuda(std::vector<std::string>& command) const {
    add_nvcc(command);
    command.emplace_back("-D__CUDACC__=1");
    if (options_.relocatable) command.emplace_back("-D__CUDACC_RDC__");
    add(command, options_.cuda_macros);
    if (!options_.plain) add(command, std::array<std::string, 2>{"-include", "loom/builtin_copies.h"});
    add(command, std::array<std::string, 2>{"-include", "cuda_runtime.h"});
  }

  // What the preprocessor makes of the input, told by `mode`: -E, -M, …
  std::string preprocessed(const fs::path& input, const std::vector<std::string>& mode) {
    const fs::path text = temporary_.path() / "preprocessed.ii";
    std::vector<std::string> words = command();
    add(words, mode);
    add(words, std::array<std::string, 3>{"-x", is_cuda(input) ? "c++" : language(input), options_.standard});
    if (is_cuda(input)) add_cuda(words);
    add_preprocessing(words);
    add(words, options_.compile);
    add(words, std::array<std::string, 3>{input.string(), "-o", text.string()});
    call_and_explain(words);
    return read_file(text);
  }

  // What the command says is held back until it has ended, so that it can be told in other words.
  void call_and_explain(std::vector<std::string> command) const {
    const fs::path errors = temporary_.path() / "errors";
    if (::isatty(STDERR_FILENO)) command.emplace_back("-fdiagnostics-color=always");
    try {
      call(command, errors);
    } catch (const Failed&) {
      const std::string said = read_file(errors);
      if (said.empty())              // not even that could be written
        throw Stop(command[0] + " failed without a message; the disk may be full at " + temporary_.path().parent_path().string() +
                   ": free space there, or set TMPDIR to another folder");
      std::cerr << explained(said);
      throw;
    }
    std::cerr << explained(read_file(errors));
  }

  struct Translated {
    std::string text;
    bool two_passes = false;         // device code has been read by itself
  };

  Translated translated(const fs::path& input) {
    std::vector<std::string> mode{"-E"};
    add_dependencies(mode, input);
    std::string text = preprocessed(input, mode);
    mend_dependencies(input);
    const bool two_passes = asks_for_architecture(text);
    if (two_passes) {
      const std::string device = preprocessed(input, {"-E", "-D__CUDA_ARCH__=" + architecture()});
      refuse_calls_of_host_functions(device, options_.relaxed_constexpr);
      text = merge_device_pass(text, device);
    } else {
      refuse_calls_of_host_functions(text, options_.relaxed_constexpr);
    }
    return {translate(std::move(text), {.relocatable = options_.relocatable, .watched = !options_.plain}), two_passes};
  }

  void compile_cuda(const fs::path& input, const std::string& object) {
    const fs::path text = temporary_.path() / "translated.ii", assembly = temporary_.path() / "translated.s", listing = temporary_.path() / "listing";
    const Translated made = translated(input);
    write_file(text, made.text);
    std::vector<std::string> words = command();
    add(words, std::array<std::string, 4>{options_.plain ? "-c" : "-S", "-x", "c++-cpp-output", options_.standard});
    add_compilation(words);
    if (!is_clang()) add(words, no_heap_warnings);
    if (!is_clang() && options_.plain) add(words, loops_with_guards);
    add(words, std::array<std::string, 3>{text.string(), "-o", options_.plain ? object : assembly.string()});
    if (!options_.plain) words.push_back(listing_option(listing.string()));
    call_and_explain(words);
    if (!options_.plain) {
      // Which of them is constexpr the compiler does not say, nor which words a function has in the other pass.
      if (!options_.relaxed_constexpr && !made.two_passes) refuse_compiled_calls(read_file(listing), made.text);
      write_file(assembly, with_redzones(with_announced_calls(read_file(assembly))));
      words = command();
      add(words, std::array<std::string, 6>{"-c", "-x", "assembler", assembly.string(), "-o", object});
      call(words);
    }
    check_constants(input, object);
  }

  // What a GPU could not hold is not left behind.
  static void check_constants(const std::string& subject, const std::string& made) {
    const std::size_t bytes = constant_bytes(made);
    if (bytes <= constant_memory) return;
    fs::remove(made);
    throw Stop(subject + ": the __constant__ variables need " + std::to_string(bytes) + " bytes, and a GPU has " +
               std::to_string(constant_memory) + " for them; put the largest into global memory, as __device__ variables");
  }

  // Host code is watched too: an inline function that kernels and host code share has one copy in the program.
  void compile_host(const fs::path& input, const std::string& object) const {
    std::vector<std::string> words = command();
    add(words, std::array<std::string, 3>{"-c", "-x", language(input)});
    if (language(input) == "c++") words.push_back(options_.standard);
    add_nvcc(words);
    add_preprocessing(words);
    add_compilation(words);
    add_dependencies(words, input);
    add(words, std::array<std::string, 3>{input.string(), "-o", object});
    call_and_explain(words);
    mend_dependencies(input);
  }

  void add_link_options(std::vector<std::string>& command) const {
    for (const std::string& word : options_.link) {
      const bool for_linker = command.back() == "-Xlinker";
      if (for_linker) command.push_back(word);
      else add(command, link_words(word, paths_));
    }
  }

  void link(const std::vector<std::string>& objects) const {
    const std::string library = paths_.library().string();
    if (!fs::exists(library))
      throw Stop("loom's library is not at " + library + "; build it, or set LOOM_LIBRARY to the file libloom.a");
    std::vector<std::string> words = command();
    if (options_.shared) words.emplace_back("-shared");
    add(words, objects);
    add_link_options(words);
    add(words, options_.compile);
    // The program has loom, whole: the hooks replace functions that other libraries have too. A shared library uses the program's.
    if (!options_.shared) {
      add(words, std::array<std::string, 3>{"-Wl,--whole-archive", library, "-Wl,--no-whole-archive"});
      add(words, std::array<std::string, 4>{"-rdynamic", "-lboost_context", "-lbacktrace", "-pthread"});
    }
    add(words, std::array<std::string, 2>{"-o", program()});
    call(words);
    if (options_.relocatable) check_constants(program(), program());
  }

  std::string program() const { return options_.output.empty() ? "a.out" : options_.output; }

  int run_program() const {
    std::vector<std::string> words{fs::absolute(program()).string()};
    add(words, options_.run_arguments);
    if (options_.verbose) std::cerr << as_typed(words) << '\n';
    return loom::compile::run(words);
  }

  void archive(std::vector<std::string> objects) const {
    const std::string output = options_.output.empty() ? "a.a" : options_.output;
    for (const std::string& word : options_.link)
      if (word.ends_with(".o")) objects.push_back(word);
    std::error_code none_there;
    fs::remove(output, none_there);
    std::vector<std::string> words{"ar", "rcs", output};
    add(words, objects);
    call(words);
  }

  void write_empty_object() const {
    const fs::path source = temporary_.path() / "empty.s";
    write_file(source, ".section .note.GNU-stack,\"\",%progbits\n");    // or the program's stack would be executable
    std::vector<std::string> words = command();
    const std::string output = options_.output.empty() ? "a_dlink.o" : options_.output;
    add(words, std::array<std::string, 6>{"-c", "-x", "assembler", source.string(), "-o", output});
    call(words);
  }

  const Options& options_;
  const InstallPaths paths_;
  std::vector<std::string> compiler_;
  TemporaryFolder temporary_;
  unsigned objects_ = 0;
};

}  // namespace

int drive(const Options& options) {
  try {
    return Driver(options).run();
  } catch (const Failed&) {
    return EXIT_FAILURE;
  } catch (const TranslationError& error) {
    std::cerr << error.what() << '\n';
  } catch (const std::runtime_error& error) {
    std::cerr << "loomcc: " << error.what() << '\n';
  }
  return EXIT_FAILURE;
}

}  // namespace loom::compile
