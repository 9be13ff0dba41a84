// What is known of a kernel, and what the program has set for it.
#pragma once

#include <cstddef>
#include <string>

#include "driver_types.h"

namespace loom::runtime {

struct Kernel {
  std::string symbol;                // as the linker knows it
  std::size_t static_shared = 0;     // bytes of its __shared__ variables
  int most_threads = 0;              // a block
};

// The kernel at an address, or nullptr where none is.
const Kernel* kernel_at(const void* function);

// What a call answers there: CUDA 13 takes an address that it does not know for the handle of a kernel.
constexpr cudaError_t no_kernel(const void* function) { return function ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction; }

// Bytes of dynamic shared memory that a launch of the kernel may ask for.
std::size_t largest_dynamic_shared(const Kernel&);
void forget_raised_limits();

}  // namespace loom::runtime
