// What is known of a kernel, and what the program has set for it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "driver_types.h"
#include "vector_types.h"

namespace loom::runtime {

struct Kernel {
  std::string symbol;                // as the linker knows it
  std::size_t static_shared = 0;     // bytes of its __shared__ variables
  int most_threads = 0;              // a block
  unsigned cluster[3]{};             // blocks of a cluster, by its declaration; 0: not said
};

// The kernel at an address, or nullptr where none is.
const Kernel* kernel_at(const void* function);

// What a call answers there: CUDA 13 takes an address that it does not know for the handle of a kernel.
constexpr cudaError_t no_kernel(const void* function) { return function ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction; }

// Bytes of dynamic shared memory that a launch of the kernel may ask for.
std::size_t largest_dynamic_shared(const Kernel&);

// The size of its clusters, by its declaration or cudaFuncSetAttribute; nothing where neither says it.
std::optional<dim3> required_cluster(const Kernel&);
// How many blocks a cluster may have: those that any device takes, or more where the program has asked for it.
unsigned largest_cluster(const Kernel&);
// Makes of the size that a launch asks for, of one block where it does not, the one that it gets.
cudaError_t resolve_cluster(const Kernel&, dim3& size);

void forget_settings();

}  // namespace loom::runtime
