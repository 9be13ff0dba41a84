// Runs a kernel: blocks on OS threads, their threads as fibers.
#pragma once

#include "cuda_runtime_api.h"
#include "engine/events.hpp"
#include "program/range.hpp"

namespace loom {

// Runs the whole grid and returns when every block has ended.
// cudaSuccess, or the error a GPU would give: cudaErrorIllegalAddress (a stack overflowed, too), cudaErrorMisalignedAddress,
// cudaErrorAssert, cudaErrorLaunchFailure (an exception left the kernel), cudaErrorLaunchTimeout (no thread can go on).
// The launch has been checked against the device's limits by the caller.
cudaError_t run(const Launch&);

// From now on the output of kernels is discarded.
void nobody_listens();

// The device thread that calls, or nullptr on the host.
const Thread* current_thread();

// Where thread-private memory of the calling device thread lies: [first, last).
bool on_own_stack(std::uintptr_t address);

// The place that `__shared__` variables of the calling OS thread occupy: [first, last). Equal when a program has none.
Range static_shared();

// Tell every check what a call of the host is about to do to memory.
void announce_copy(const Area& to, const Area& from, const HostCall&);
void announce_set(const Area&, const HostCall&);
void announce_freed(const Allocation&, FreedBy);
// And that the program ends, without an error so far.
void announce_program_end();

}  // namespace loom
