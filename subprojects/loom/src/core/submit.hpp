// From a launch expression to the stream it runs in. Implemented by the runtime (src/runtime/launch.cpp).
#pragma once

#include "core/events.hpp"
#include "cuda_runtime_api.h"

namespace loom {

// Checks the launch against the device's limits and queues it in the stream. A refused launch sets the last error
// (cudaErrorInvalidValue, cudaErrorInvalidResourceHandle) and never runs. The body's closure, with the kernel's arguments in it,
// is copied by `std::function`; the engine registers its storage as parameter memory.
void submit(Launch, cudaStream_t);

}  // namespace loom
