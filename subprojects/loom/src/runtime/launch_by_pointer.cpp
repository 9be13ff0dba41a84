// Launches that name their kernel by its address.
#include <utility>

#include "engine/thread_context.hpp"
#include "program/kernel_table.hpp"
#include "program/symbols.hpp"
#include "runtime/context.hpp"
#include "runtime/kernels.hpp"
#include "runtime/launch_by_pointer.hpp"
#include "runtime/submit.hpp"

namespace loom::runtime {

cudaError_t launch_by_pointer(const void* function, const Shape& shape, void** arguments, cudaStream_t stream, std::uintptr_t pc) {
  const KernelEntry* const kernel = find_kernel(function);
  if (!kernel) return remember(no_kernel(function));
  if (!arguments && kernel->parameters > 0) return remember(cudaErrorInvalidValue);
  Launch launch = launch_of(*kernel, arguments);
  const SourceLocation& from = source_location(pc);
  launch.file = from.path;
  launch.line = from.line;
  launch.grid = shape.grid;
  launch.block = shape.block;
  launch.dynamic_shared = shape.shared;
  launch.cooperative = shape.cooperative;
  launch.cluster = shape.cluster;
  return submit(std::move(launch), stream);
}

namespace {

// What an attribute asks for beyond the launch itself. Most are hints for hardware that loom has not.
cudaError_t add(const cudaLaunchAttribute& attribute, Shape& shape) {
  switch (attribute.id) {
    case cudaLaunchAttributeCooperative: shape.cooperative = attribute.val.cooperative != 0; return cudaSuccess;
    case cudaLaunchAttributeClusterDimension: {
      const auto& size = attribute.val.clusterDim;
      shape.cluster = {size.x, size.y, size.z};
      return cudaSuccess;
    }
    case cudaLaunchAttributeProgrammaticEvent:
    case cudaLaunchAttributeLaunchCompletionEvent:
    case cudaLaunchAttributeDeviceUpdatableKernelNode: return cudaErrorNotSupported;
    default: return cudaSuccess;
  }
}

}  // namespace

cudaError_t shape_of(const cudaLaunchConfig_t* config, Shape& shape) {
  if (!config || (config->numAttrs > 0 && !config->attrs)) return cudaErrorInvalidValue;
  shape = {config->gridDim, config->blockDim, config->dynamicSmemBytes};
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (const cudaError_t error = add(config->attrs[i], shape)) return error;
  return cudaSuccess;
}

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                             cudaStream_t stream) {
  return launch_by_pointer(func, {gridDim, blockDim, sharedMem}, args, stream, LOOM_CALLER);
}

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem,
                                        cudaStream_t stream) {
  return launch_by_pointer(func, {gridDim, blockDim, sharedMem, true}, args, stream, LOOM_CALLER);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
  Shape shape;
  if (const cudaError_t error = shape_of(config, shape)) return remember(error);
  return launch_by_pointer(func, shape, args, config->stream, LOOM_CALLER);
}
