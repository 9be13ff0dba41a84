// Whichever of threads, blocks, registers and shared memory runs out first.
#include "runtime/occupancy.hpp"

#include <algorithm>

#include "engine/cluster.hpp"
#include "engine/engine.hpp"
#include "loom/device.h"
#include "runtime/context.hpp"
#include "runtime/launch_by_pointer.hpp"

namespace loom::runtime {

namespace {

constexpr int warps_per_multiprocessor = table::threads_per_multiprocessor / table::warp_size;

int warps_of(int threads) { return (threads + table::warp_size - 1) / table::warp_size; }

std::size_t round_up(std::size_t bytes) {
  return (bytes + table::shared_granularity - 1) / table::shared_granularity * table::shared_granularity;
}

}  // namespace

int blocks_that_fit(const Kernel& kernel, int threads, std::size_t dynamic_shared) {
  if (threads > kernel.most_threads || dynamic_shared > largest_dynamic_shared(kernel)) return 0;
  const int warps = warps_of(threads);
  constexpr int warps_by_registers =
      table::registers_per_multiprocessor / (table::registers_per_thread * table::warp_size);
  const std::size_t of_a_block = round_up(kernel.static_shared + dynamic_shared + table::shared_reserved_per_block);
  const auto by_shared = static_cast<int>(table::shared_per_multiprocessor / of_a_block);
  return std::min({table::blocks_per_multiprocessor, warps_per_multiprocessor / warps, warps_by_registers / warps, by_shared});
}

}  // namespace loom::runtime

// Blocks are dealt out in turn, as a GPU begins with.
unsigned loom::multiprocessor() {
  const std::uint64_t row = blockIdx.y + std::uint64_t{gridDim.y} * blockIdx.z;
  return static_cast<unsigned>((blockIdx.x + gridDim.x * row) % multiprocessors());
}

unsigned loom::multiprocessors() { return current_thread()->block->launch->multiprocessors; }

using namespace loom::runtime;

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* numBlocks, const void* func, int blockSize,
                                                                   size_t dynamicSMemSize, unsigned int flags) {
  return call([&](Lock&) {
    if (!numBlocks || blockSize <= 0 || (flags & ~cudaOccupancyDisableCachingOverride)) return cudaErrorInvalidValue;
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return no_kernel(func);
    *numBlocks = blocks_that_fit(*kernel, blockSize, dynamicSMemSize);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize,
                                                          size_t dynamicSMemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize,
                                                                cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamicSmemSize, const void* func, int numBlocks,
                                                      int blockSize) {
  return call([&](Lock&) {
    if (!dynamicSmemSize || numBlocks <= 0 || blockSize <= 0) return cudaErrorInvalidValue;
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return no_kernel(func);
    if (numBlocks > blocks_that_fit(*kernel, blockSize, 0)) return cudaErrorInvalidValue;
    const std::size_t share = table::shared_per_multiprocessor / static_cast<std::size_t>(numBlocks) /
                              table::shared_granularity * table::shared_granularity;
    // The block's reserve is taken off. (An H100 does not, and with what it answers fewer blocks fit than were wanted.)
    const std::size_t taken = table::shared_reserved_per_block + kernel->static_shared;
    *dynamicSmemSize = std::min(share - taken, largest_dynamic_shared(*kernel));
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, const void* func, const cudaLaunchConfig_t* launchConfig) {
  return call([&](Lock&) {
    Shape shape;
    if (!clusterSize) return cudaErrorInvalidValue;
    if (const cudaError_t error = shape_of(launchConfig, shape)) return error;
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return no_kernel(func);
    const bool fits = blocks_that_fit(*kernel, static_cast<int>(loom::count_of(shape.block)), shape.shared) > 0;
    const auto required = required_cluster(*kernel);
    *clusterSize = !fits ? 0 : static_cast<int>(required ? loom::count_of(*required) : largest_cluster(*kernel));
    return cudaSuccess;
  });
}

// A cluster that a launch takes fits once at least, though loom's device be small.
cudaError_t cudaOccupancyMaxActiveClusters(int* numClusters, const void* func, const cudaLaunchConfig_t* launchConfig) {
  return call([&](Lock&) {
    Shape shape;
    if (!numClusters) return cudaErrorInvalidValue;
    if (const cudaError_t error = shape_of(launchConfig, shape)) return error;
    const Kernel* const kernel = kernel_at(func);
    if (!kernel) return no_kernel(func);
    const auto asks = [](const cudaLaunchAttribute& attribute) { return attribute.id == cudaLaunchAttributeClusterDimension; };
    if (!required_cluster(*kernel) && std::none_of(launchConfig->attrs, launchConfig->attrs + launchConfig->numAttrs, asks))
      return cudaErrorInvalidValue;
    if (const cudaError_t error = resolve_cluster(*kernel, shape.cluster)) return error;
    const int blocks = blocks_that_fit(*kernel, static_cast<int>(loom::count_of(shape.block)), shape.shared) *
                       table::multiprocessors(current_device().number);
    *numClusters = blocks == 0 ? 0 : std::max(1, blocks / static_cast<int>(loom::count_of(shape.cluster)));
    return cudaSuccess;
  });
}
