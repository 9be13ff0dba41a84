#include "core/kernel_table.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include <cxxabi.h>

#include "core/variables.hpp"

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

// The lock is not held while others look kernels up in turn.
void for_each_kernel(const std::function<void(const KernelEntry&)>& visit) {
  std::unique_lock lock(table().mutex);
  const std::map<const void*, KernelEntry> kernels = table().kernels;
  lock.unlock();
  for (const auto& [function, kernel] : kernels) visit(kernel);
}

std::string spelled_name(const KernelEntry& kernel) {
  const std::string symbol = function_at(reinterpret_cast<std::uintptr_t>(kernel.function)).symbol;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                              std::free);
  if (status != 0) return symbol;
  std::string name = demangled.get();
  name.resize(begin_of_parameters(name));
  return name.starts_with("void ") ? name.substr(5) : name;    // an instance of a template says what it returns
}

}  // namespace loom
