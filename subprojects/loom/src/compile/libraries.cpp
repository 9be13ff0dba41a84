#include "compile/libraries.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "compile/config.hpp"

namespace loom::compile {
namespace {

struct Own {
  std::string_view name;
  std::string_view file;             // where this build puts it
  std::string_view needs;            // the linker's words for what it needs, with blanks between
};

struct Absent {
  std::string_view name;
  std::string_view package;          // Debian's, that was not there when loom was built
};

// Each ends in an entry without a name, so that there is always one.
constexpr Own own[] = {LOOM_LIBRARIES{"", "", ""}};
constexpr Absent absent[] = {LOOM_ABSENT_LIBRARIES{"", ""}};

// The runtime and the driver: in loom, always linked.
constexpr std::string_view built_in[] = {"cudart", "cudart_static", "cudadevrt", "cuda", "culibos"};

constexpr std::string_view not_in_loom[] = {"cudnn",    "cufftw",      "cufile", "cuinj64",    "cupti",  "curand",
                                            "cufft",    "cublas",    "cublasLt",    "cusolver",    "cusparse", "cutensor", "nvblas", "nccl",
                                            "nvgraph",  "nvToolsExt", "nvfatbin",   "nvidia-ml", "nvjpeg",  "nvJitLink",
                                            "nvml",     "nvptxcompiler", "nvrtc",   "nvvm"};

template <class Range>
bool holds(const Range& names, std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// "cudart" for -lcudart and for /usr/local/cuda/lib64/libcudart.so; empty where the word names no library.
std::string name_of(const std::string& word) {
  if (word.starts_with("-l")) return word.substr(2);
  const std::filesystem::path file = std::filesystem::path(word).filename();
  const std::string stem = file.stem();
  return stem.starts_with("lib") && (file.extension() == ".a" || file.extension() == ".so") ? stem.substr(3) : "";
}

}  // namespace

std::vector<std::string> link_words(const std::string& word, const InstallPaths& paths) {
  const std::string name = name_of(word);
  if (name.empty()) return {word};
  if (holds(built_in, name)) return {};
  std::string_view base = name;
  if (base.ends_with("_static")) base.remove_suffix(std::string_view("_static").size());
  for (const Own& library : own)
    if (library.name == base) {
      std::istringstream needs{std::string(library.needs)};
      std::vector<std::string> words{paths.library_file("lib" + std::string(base) + ".a", library.file)};
      std::copy(std::istream_iterator<std::string>(needs), {}, std::back_inserter(words));
      return words;
    }
  for (const Absent& library : absent)
    if (library.name == base)
      throw std::runtime_error("loom was built without its " + name + ", because " + std::string(library.package) +
                               " was missing; install that (`apt install " + std::string(library.package) +
                               "`) and build loom again");
  if (holds(not_in_loom, base) || base.starts_with("npp"))
    throw std::runtime_error("loom has no " + name + ": a program that needs it runs only on a GPU");
  return {word};
}

}  // namespace loom::compile
