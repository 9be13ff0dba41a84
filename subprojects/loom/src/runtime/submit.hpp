// From a launch to the stream it runs in.
#pragma once

#include "cuda_runtime_api.h"
#include "loom/kernel_table.h"
#include "program/launch.hpp"

namespace loom {

// A launch of the kernel with the arguments that `arguments` points to, one pointer each, which are copied. The caller sets the source
// location, the grid and the block.
Launch launch_of(const KernelEntry&, const volatile void* const* arguments);

// Checks the launch against the device's limits and queues it in the stream. A refused launch sets the last error
// (cudaErrorInvalidValue, cudaErrorInvalidResourceHandle) and never runs.
cudaError_t submit(Launch, cudaStream_t);

}  // namespace loom
