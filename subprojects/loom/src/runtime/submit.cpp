// From a kernel and its arguments to a Launch, and from that to the stream it runs in.
#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "engine/thread_context.hpp"
#include "loom/observe.h"
#include "program/kernel_table.hpp"
#include "report/report.hpp"
#include "runtime/context.hpp"
#include "runtime/device_work.hpp"
#include "runtime/graph.hpp"
#include "runtime/kernels.hpp"
#include "runtime/occupancy.hpp"
#include "runtime/submit.hpp"

namespace loom {

namespace {

using namespace runtime;

bool within(dim3 size, unsigned x, unsigned y, unsigned z) {
  return size.x >= 1 && size.x <= x && size.y >= 1 && size.y <= y && size.z >= 1 && size.z <= z;
}

// Whether a GPU would accept the launch's shape. Runtimes before CUDA 13 call most refusals cudaErrorInvalidConfiguration;
// CUDA 13.0 was seen to answer cudaErrorInvalidValue to all of them (on an H100), but for those of device code, and so does loom.
bool acceptable(const Launch& launch, const Kernel& kernel) {
  return within(launch.grid, table::grid_x, table::grid_y, table::grid_z) &&
         within(launch.block, table::block_x, table::block_y, table::block_z) &&
         launch.block.x * launch.block.y * launch.block.z <= static_cast<unsigned>(kernel.most_threads) &&
         launch.dynamic_shared <= largest_dynamic_shared(kernel);
}

// How many of its blocks may be at work at once. A cooperative launch counts on as many as the device says it holds. Others
// are only not to be starved: they get as many as a large GPU would have given them.
std::uint64_t resident(const Launch& launch, const Kernel& kernel) {
  const auto threads = static_cast<int>(launch.block.x * launch.block.y * launch.block.z);
  const int a_multiprocessor = blocks_that_fit(kernel, threads, launch.dynamic_shared);
  return std::uint64_t(a_multiprocessor) * (launch.cooperative ? launch.multiprocessors : table::multiprocessors_of_a_large_gpu);
}

bool divides(const dim3& cluster, const dim3& grid) {
  return grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0;
}

bool has_failed() {
  if (current_thread() || goes_on_after_faults()) return false;
  const Lock lock(context().mutex);
  return current_device().fault != cudaSuccess;
}

std::uint64_t count_launch() {
  const Lock lock(context().mutex);
  return ++context().launches;
}

}  // namespace

std::uint64_t launches() {
  const Lock lock(context().mutex);
  return context().launches;
}

Launch launch_of(const KernelEntry& kernel, const volatile void* const* arguments) {
  std::vector<unsigned char> parameters(kernel.bytes);
  for (std::size_t i = 0; i < kernel.parameters; ++i)
    std::memcpy(parameters.data() + kernel.offsets[i], const_cast<const void*>(arguments[i]), kernel.sizes[i]);
  Launch launch;
  launch.function = kernel.function;
  launch.kernel = spelled_name(kernel);
  launch.run = kernel.run;
  launch.parameters = std::make_shared<const std::vector<unsigned char>>(std::move(parameters));
  return launch;
}

cudaError_t submit(Launch launch, cudaStream_t handle) {
  static const BlockOrder order = BlockOrder::asked_for();
  launch.order = order;
  if (instrumented && has_failed()) work_was_dropped();
  return call<Callers::device_code_too>([&](Lock&) {
    const Kernel* const kernel = kernel_at(launch.function);
    if (!kernel) return no_kernel(launch.function);
    const bool by_device_code = current_thread() != nullptr;
    if (!acceptable(launch, *kernel)) return by_device_code ? cudaErrorInvalidConfiguration : cudaErrorInvalidValue;
    if (by_device_code && family_is_full()) return cudaErrorLaunchPendingCountExceeded;
    if (const cudaError_t error = resolve_cluster(*kernel, launch.cluster)) return error;
    if (!divides(launch.cluster, launch.grid)) return cudaErrorInvalidClusterSize;
    launch.multiprocessors = static_cast<unsigned>(table::multiprocessors(current_device().number));
    launch.resident = std::max(resident(launch, *kernel), count_of(launch.cluster));
    launch.heap = current_device().limits[cudaLimitMallocHeapSize];
    if (launch.cooperative && count_of(launch.grid) > launch.resident) return cudaErrorCooperativeLaunchTooLarge;
    CUstream_st* const stream = find_stream(handle);
    if (!stream || stream->device != current_device().number) return by_device_code ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
    if (const cudaError_t error = check_legacy_in_capture(*stream)) return error;
    if (stream->capture && stream->capture->invalid) return cudaErrorStreamCaptureInvalidated;
    const bool cooperative = launch.cooperative;
    launch.by_device = by_device_code;
    const auto queue = [by_device_code, kept = std::make_shared<const Launch>(std::move(launch))](CUstream_st& into) {
      auto queued = std::make_shared<Launch>(*kept);
      if (by_device_code) {
        // Which thread of a device comes first is chance, so its launches are counted when they run.
        enqueue(into, [queued](cudaError_t) {
          queued->number = count_launch();
          return run(*queued);
        });
      } else {
        queued->number = ++context().launches;
        enqueue(into, [queued, device = into.device](cudaError_t) { return run_family(*queued, device); });
      }
    };
    if (stream->capture) add_captured(*stream, queue, cudaGraphNodeTypeKernel).cooperative = cooperative;
    else queue(*stream);
    return cudaSuccess;
  });
}

}  // namespace loom
