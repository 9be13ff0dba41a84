// What device code asks its own device for: grids to launch, memory to copy and to set.
//
// Such work runs when the grid that asked for it has ended, and belongs to that grid: whatever waits for the grid waits for it, too. A
// GPU may begin earlier; but nothing in a kernel can wait for it, so a program learns of that only where it asks for too much at once.
#pragma once

#include <functional>

#include "cuda_runtime_api.h"
#include "engine/events.hpp"

namespace loom::runtime {

// Runs a grid that the host has launched, then what it has asked for, and with each piece what that asks for: in the order of its
// blocks, their threads and the calls of each, what is in cudaStreamTailLaunch last. Answers the first fault, behind which nothing runs.
cudaError_t run_family(const Launch&, int device);

// All that follows is for device code, and called with the runtime's lock held.

// The device of the family whose grid runs.
int device_of_family();

// The stream behind a handle; nullptr where there is none.
CUstream_st* stream_of_grid(cudaStream_t);

// Whether the family has as many grids under way as cudaLimitDevRuntimePendingLaunchCount says: those that wait to begin, and those
// that wait for what they have asked for.
bool family_is_full();

// Keeps the work for when the grid has ended.
void put_off(const CUstream_st&, std::function<cudaError_t(cudaError_t)>);

}  // namespace loom::runtime
