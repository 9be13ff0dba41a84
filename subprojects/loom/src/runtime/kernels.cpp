#include "runtime/kernels.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "core/kernel_table.hpp"
#include "core/variables.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {

namespace {

// What cudaFuncSetAttribute has raised, by base name; guarded by the runtime's lock.
std::map<std::string, std::size_t, std::less<>>& raised_limits() {
  static auto& limits = *new std::map<std::string, std::size_t, std::less<>>;
  return limits;
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : symbol;
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

unsigned bound_of(const KernelEntry& kernel) { return kernel.bound ? kernel.bound : unsigned{table::threads_per_block}; }

constexpr int binary_version = 10 * table::major + table::minor;

}  // namespace

const Kernel* kernel_at(const void* function) {
  static auto& known = *new std::map<const void*, Kernel>;
  if (const auto found = known.find(function); found != known.end()) return &found->second;
  const Function at = function_at(reinterpret_cast<std::uintptr_t>(function));
  if (at.symbol.empty()) return nullptr;
  const KernelEntry* const entry = find_kernel(function);
  const int most = entry ? static_cast<int>(bound_of(*entry)) : table::threads_per_block;
  return &known.emplace(function, Kernel{at.symbol, at.shared_bytes, most}).first->second;
}

std::string base_name(std::string_view spelling) {
  for (const std::string_view prefix : {"void ", "(anonymous namespace)::"})
    if (spelling.starts_with(prefix)) spelling.remove_prefix(prefix.size());
  std::string name;
  for (std::size_t i = 0; i < spelling.size() && spelling[i] != '('; ++i) {
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

std::size_t largest_dynamic_shared(std::string_view spelling) {
  const auto raised = raised_limits().find(base_name(spelling));
  return raised != raised_limits().end() ? raised->second : table::shared_per_block;
}

std::size_t largest_dynamic_shared(const Kernel& kernel) {
  const auto raised = raised_limits().find(base_name(demangled(kernel.symbol)));
  return raised != raised_limits().end() ? raised->second : table::shared_per_block - kernel.static_shared;
}

unsigned most_threads(const std::string& spelling) {
  static auto& known = *new std::map<std::string, unsigned>;
  if (const auto found = known.find(spelling); found != known.end()) return found->second;
  const std::string name = base_name(spelling);
  unsigned most = 0;
  for_each_kernel([&](const KernelEntry& kernel) {
    if (base_name(spelled_name(kernel)) == name) most = std::max(most, bound_of(kernel));
  });
  return known.emplace(spelling, most ? most : unsigned{table::threads_per_block}).first->second;
}

void forget_raised_limits() { raised_limits().clear(); }

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return call([&](Lock&) {
    if (!attr) return cudaErrorInvalidValue;
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return cudaErrorInvalidDeviceFunction;
    *attr = {};
    attr->sharedSizeBytes = kernel->static_shared;
    attr->maxThreadsPerBlock = kernel->most_threads;
    attr->numRegs = table::registers_per_thread;
    attr->ptxVersion = binary_version;
    attr->binaryVersion = binary_version;
    attr->maxDynamicSharedSizeBytes = static_cast<int>(largest_dynamic_shared(*kernel));
    attr->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  return call([&](Lock&) {
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return cudaErrorInvalidDeviceFunction;
    switch (attr) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || static_cast<std::size_t>(value) > table::shared_per_block_optin - kernel->static_shared)
          return cudaErrorInvalidValue;
        raised_limits()[base_name(demangled(kernel->symbol))] = static_cast<std::size_t>(value);
        return cudaSuccess;
      // A hint: loom has no L1 cache to share with.
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        return value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared ? cudaErrorInvalidValue
                                                                                              : cudaSuccess;
      case cudaFuncAttributeClusterDimMustBeSet:
      case cudaFuncAttributeRequiredClusterWidth:
      case cudaFuncAttributeRequiredClusterHeight:
      case cudaFuncAttributeRequiredClusterDepth:
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
      case cudaFuncAttributeClusterSchedulingPolicyPreference: return cudaErrorNotSupported;
      default: return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) {
  return call([&](Lock&) {
    if (!kernel_at(func)) return cudaErrorInvalidDeviceFunction;
    if (cacheConfig < cudaFuncCachePreferNone || cacheConfig > cudaFuncCachePreferEqual) return cudaErrorInvalidValue;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* func) {
  return call([&](Lock&) {
    if (!name) return cudaErrorInvalidValue;
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return cudaErrorInvalidDeviceFunction;
    *name = kernel->symbol.c_str();
    return cudaSuccess;
  });
}
