#include "runtime/kernels.hpp"

#include <cstdint>
#include <map>

#include "core/kernel_table.hpp"
#include "core/variables.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {

namespace {

// What cudaFuncSetAttribute has raised; guarded by the runtime's lock.
std::map<const Kernel*, std::size_t>& raised_limits() {
  static auto& limits = *new std::map<const Kernel*, std::size_t>;
  return limits;
}

unsigned bound_of(const KernelEntry& kernel) { return kernel.bound ? kernel.bound : unsigned{table::threads_per_block}; }

constexpr int binary_version = 10 * table::major + table::minor;

}  // namespace

const Kernel* kernel_at(const void* function) {
  static auto& known = *new std::map<const void*, Kernel>;
  if (const auto found = known.find(function); found != known.end()) return &found->second;
  const Function at = function_at(reinterpret_cast<std::uintptr_t>(function));
  const KernelEntry* const entry = find_kernel(function);
  // loomcc has all kernels known. Where it has not compiled the program, any function may be one.
  if (!entry && (at.symbol.empty() || any_kernel_in(0, SIZE_MAX))) return nullptr;
  const int most = entry ? static_cast<int>(bound_of(*entry)) : table::threads_per_block;
  return &known.emplace(function, Kernel{at.symbol, at.shared_bytes, most}).first->second;
}

std::size_t largest_dynamic_shared(const Kernel& kernel) {
  const auto raised = raised_limits().find(&kernel);
  return raised != raised_limits().end() ? raised->second : table::shared_per_block - kernel.static_shared;
}

void forget_raised_limits() { raised_limits().clear(); }

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  return call([&](Lock&) {
    if (!attr) return cudaErrorInvalidValue;
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return no_kernel(func);
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
    if (!kernel) return no_kernel(func);
    switch (attr) {
      case cudaFuncAttributeMaxDynamicSharedMemorySize:
        if (value < 0 || static_cast<std::size_t>(value) > table::shared_per_block_optin - kernel->static_shared)
          return cudaErrorInvalidValue;
        raised_limits()[kernel] = static_cast<std::size_t>(value);
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
    if (!kernel_at(func)) return no_kernel(func);
    if (cacheConfig < cudaFuncCachePreferNone || cacheConfig > cudaFuncCachePreferEqual) return cudaErrorInvalidValue;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* func, cudaSharedMemConfig config) {
  return call([&](Lock&) {
    if (!kernel_at(func)) return no_kernel(func);
    if (config < 0 || config > cudaSharedMemBankSizeEightByte) return cudaErrorInvalidValue;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetName(const char** name, const void* func) {
  return call([&](Lock&) {
    if (!name) return cudaErrorInvalidValue;
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return no_kernel(func);
    *name = kernel->symbol.c_str();
    return cudaSuccess;
  });
}
