#include "runtime/kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>

#include "engine/cluster.hpp"
#include "program/kernel_table.hpp"
#include "program/variables.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {

namespace {

// What cudaFuncSetAttribute has set; guarded by the runtime's lock.
struct Settings {
  std::optional<std::size_t> dynamic_shared;
  int cluster[3]{};
  bool larger_clusters = false;
  int scheduling = cudaClusterSchedulingPolicyDefault;
};

std::map<const Kernel*, Settings>& settings() {
  static auto& all = *new std::map<const Kernel*, Settings>;
  return all;
}

const Settings& settings_of(const Kernel& kernel) {
  static const Settings none;
  const auto found = settings().find(&kernel);
  return found != settings().end() ? found->second : none;
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
  Kernel& kernel = known.emplace(function, Kernel{at.symbol, at.shared_bytes, most, {}}).first->second;
  if (entry) std::copy(std::begin(entry->cluster), std::end(entry->cluster), kernel.cluster);
  return &kernel;
}

std::size_t largest_dynamic_shared(const Kernel& kernel) {
  return settings_of(kernel).dynamic_shared.value_or(table::shared_per_block - kernel.static_shared);
}

std::optional<dim3> required_cluster(const Kernel& kernel) {
  const auto size = [](const auto& blocks) { return dim3(std::max(1u, unsigned(blocks[0])), std::max(1u, unsigned(blocks[1])), std::max(1u, unsigned(blocks[2]))); };
  if (kernel.cluster[0]) return size(kernel.cluster);
  const int(&set)[3] = settings_of(kernel).cluster;
  return set[0] || set[1] || set[2] ? std::optional(size(set)) : std::nullopt;
}

unsigned largest_cluster(const Kernel& kernel) {
  return settings_of(kernel).larger_clusters ? table::blocks_per_cluster_optin : table::blocks_per_cluster;
}

cudaError_t resolve_cluster(const Kernel& kernel, dim3& size) {
  if (size.x == 0 || size.y == 0 || size.z == 0) return cudaErrorInvalidClusterSize;
  if (const auto required = required_cluster(kernel)) {
    const bool same = size.x == required->x && size.y == required->y && size.z == required->z;
    if (count_of(size) > 1 && !same) return cudaErrorInvalidClusterSize;
    size = *required;
  }
  return count_of(size) <= largest_cluster(kernel) ? cudaSuccess : cudaErrorInvalidClusterSize;
}

void forget_settings() { settings().clear(); }

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
    if (const auto cluster = required_cluster(*kernel)) {
      attr->requiredClusterWidth = static_cast<int>(cluster->x);
      attr->requiredClusterHeight = static_cast<int>(cluster->y);
      attr->requiredClusterDepth = static_cast<int>(cluster->z);
    }
    attr->clusterSchedulingPolicyPreference = settings_of(*kernel).scheduling;
    attr->nonPortableClusterSizeAllowed = settings_of(*kernel).larger_clusters;
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
        settings()[kernel].dynamic_shared = static_cast<std::size_t>(value);
        return cudaSuccess;
      // A hint: loom has no L1 cache to share with.
      case cudaFuncAttributePreferredSharedMemoryCarveout:
        return value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared ? cudaErrorInvalidValue
                                                                                              : cudaSuccess;
      case cudaFuncAttributeRequiredClusterWidth:
      case cudaFuncAttributeRequiredClusterHeight:
      case cudaFuncAttributeRequiredClusterDepth:
        // Taken for a kernel whose declaration says otherwise, too (on an H100), where it changes nothing.
        if (value < 0) return cudaErrorInvalidValue;
        settings()[kernel].cluster[attr - cudaFuncAttributeRequiredClusterWidth] = value;
        return cudaSuccess;
      case cudaFuncAttributeNonPortableClusterSizeAllowed:
        settings()[kernel].larger_clusters = value != 0;
        return cudaSuccess;
      // Another hint.
      case cudaFuncAttributeClusterSchedulingPolicyPreference:
        if (value < cudaClusterSchedulingPolicyDefault || value > cudaClusterSchedulingPolicyLoadBalancing) return cudaErrorInvalidValue;
        settings()[kernel].scheduling = value;
        return cudaSuccess;
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
