#include "program/symbols.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>

#include <backtrace.h>
#include <cxxabi.h>

namespace loom {

namespace {

// Code in which a finding belongs to the line that called it.
bool of_a_library(std::string_view path) {
  for (const std::string_view prefix : {"/usr/include/", "/usr/lib/", "/usr/local/include/", "/usr/local/cuda"})
    if (path.starts_with(prefix)) return true;
  for (const std::string_view folder : {"/include/c++/", "loom/include/", "/include/loom/"})   // of any GCC, of any loom
    if (path.find(folder) != path.npos) return true;
  return false;
}

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

void ignore_error(void*, const char*, int) {}   // a program without debug information has functions, or addresses

backtrace_state* state() {
  static backtrace_state* const state = backtrace_create_state(nullptr, /*threaded=*/1, ignore_error, nullptr);
  return state;
}

// `_ZN5PointC4ERKS_`, `_ZN5PointaSEOS_`: copies or moves an object to one of the same type.
bool copies(std::string_view mangled) {
  for (const std::string_view member : {"aSERKS", "aSEOS", "C1ERKS", "C1EOS", "C2ERKS", "C2EOS", "C4ERKS", "C4EOS"})
    if (const std::size_t at = mangled.rfind(member); at != mangled.npos)
      return mangled.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", at + member.size()) == mangled.size() - 1;
  return false;
}

// The copy that the compiler gives a class stands where the class does: a finding there, too, belongs to the line that called it.
bool made_by_the_compiler(const SourceLocation& location, std::string_view function) {
  if (!copies(function)) return false;
  const std::string line = source_line(location);
  for (const std::string_view word : {"struct", "class", "union", "default"})
    if (line.find(word) != line.npos) return true;
  return line.empty();
}

// libbacktrace calls this for every function inlined at the address, the innermost first.
int visit_frame(void* self, std::uintptr_t, const char* path, int line, const char* function) {
  SourceLocation& found = *static_cast<SourceLocation*>(self);
  if (path == nullptr) return 0;
  SourceLocation here;
  here.path = path;
  here.line = static_cast<unsigned>(line);
  const bool callers = of_a_library(path) || (function != nullptr && made_by_the_compiler(here, function));
  if (!callers || found.path.empty()) {
    found.path = here.path;
    found.line = here.line;
  }
  return callers ? 0 : 1;
}

void visit_symbol(void* self, std::uintptr_t, const char* name, std::uintptr_t, std::uintptr_t) {
  if (name != nullptr) static_cast<SourceLocation*>(self)->function = demangled(name);
}

SourceLocation find_source_location(std::uintptr_t pc) {
  SourceLocation found;
  const std::uintptr_t call = pc - 1;   // a return address already belongs to what follows the call
  backtrace_pcinfo(state(), call, visit_frame, ignore_error, &found);
  backtrace_syminfo(state(), call, visit_symbol, ignore_error, &found);
  if (!found.path.empty()) {
    found.text = found.path.substr(found.path.rfind('/') + 1) + ":" + std::to_string(found.line);
  } else if (!found.function.empty()) {
    found.text = found.function;
  } else {
    char address[24];
    std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(pc));
    found.text = address;
  }
  return found;
}

}  // namespace

const SourceLocation& source_location(std::uintptr_t pc) {
  static std::mutex& mutex = *new std::mutex;
  static auto& known = *new std::unordered_map<std::uintptr_t, SourceLocation>;   // nodes stay where they are as it grows
  const std::lock_guard lock(mutex);
  const auto found = known.find(pc);
  return found != known.end() ? found->second : known.emplace(pc, find_source_location(pc)).first->second;
}

std::string source_line(const SourceLocation& location) {
  std::ifstream file(location.path);
  std::string line;
  for (unsigned i = 0; i < location.line; ++i)
    if (!std::getline(file, line)) return "";
  const std::size_t first = line.find_first_not_of(" \t");
  return first == line.npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace loom
