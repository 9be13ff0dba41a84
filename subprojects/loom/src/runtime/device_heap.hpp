// The heap of device code, by the names that the runtime has for malloc and free there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda_runtime_api.h"

namespace loom::runtime {

// `pc` lies in the code that calls.

// cudaErrorMemoryAllocation where the heap is full, cudaErrorInvalidValue for nothing.
cudaError_t allocate_in_device_code(void** memory, std::size_t bytes, std::uintptr_t pc);

// Ends the kernel where the memory is none of the heap's.
cudaError_t free_in_device_code(void* memory, std::uintptr_t pc);

}  // namespace loom::runtime
