#include "program/kernel_table.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include <cxxabi.h>

#include "program/variables.hpp"

namespace loom {
namespace {

struct Table {
  std::mutex mutex;
  std::map<const void*, KernelEntry> kernels;
};

// Filled before main, while the program's own statics are still being made; never destroyed.
Table& table() {
  static Table& all = *new Table;
  return all;
}

// Where the parameters begin in "void app::scale<float>(float*, void (*)(int))": at the parenthesis that the last one closes.
std::size_t begin_of_parameters(const std::string& demangled) {
  int depth = 0;
  for (std::size_t i = demangled.size(); i-- > 0;) {
    if (demangled[i] == ')') ++depth;
    if (demangled[i] == '(' && --depth == 0) return i;
  }
  return demangled.size();
}

// Where the template's arguments that begin here end. A comparison among them stands in parentheses.
std::size_t end_of_arguments(std::string_view spelling, std::size_t i) {
  int angles = 0, parentheses = 0;
  for (; i < spelling.size(); ++i) {
    if (spelling[i] == '(') ++parentheses;
    if (spelling[i] == ')') --parentheses;
    if (parentheses > 0) continue;
    if (spelling[i] == '<') ++angles;
    if (spelling[i] == '>' && --angles == 0) break;
  }
  return i;
}

std::string read_name(const void* function) {
  const std::string symbol = function_at(reinterpret_cast<std::uintptr_t>(function)).symbol;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                              std::free);
  if (status != 0) return symbol;
  std::string name = demangled.get();
  name.resize(begin_of_parameters(name));
  return name.starts_with("void ") ? name.substr(5) : name;    // an instance of a template says what it returns
}

}  // namespace

bool add_kernel(const KernelEntry& kernel) {
  const std::lock_guard lock(table().mutex);
  return table().kernels.emplace(kernel.function, kernel).second;
}

const KernelEntry* find_kernel(const void* function) {
  const std::lock_guard lock(table().mutex);
  const auto found = table().kernels.find(function);
  return found != table().kernels.end() ? &found->second : nullptr;
}

bool any_kernel_in(std::uintptr_t first, std::size_t bytes) {
  const std::lock_guard lock(table().mutex);
  const auto next = table().kernels.lower_bound(reinterpret_cast<const void*>(first));
  return next != table().kernels.end() && reinterpret_cast<std::uintptr_t>(next->first) - first < bytes;
}

std::string spelled_name(const KernelEntry& kernel) {
  static std::mutex& mutex = *new std::mutex;      // not the table's, which reading the name looks into
  static auto& known = *new std::map<const void*, std::string>;
  const std::lock_guard lock(mutex);
  const auto found = known.find(kernel.function);
  return found != known.end() ? found->second : known.emplace(kernel.function, read_name(kernel.function)).first->second;
}

std::string base_name(std::string_view spelling) {
  std::string name;
  for (std::size_t i = 0; i < spelling.size(); ++i) {
    if (spelling[i] == '<') {
      i = end_of_arguments(spelling, i);
    } else if (spelling[i] == ':') {
      name.clear();
    } else if (spelling[i] != ' ') {
      name += spelling[i];
    }
  }
  return name;
}

}  // namespace loom
