// Launches that name their kernel by its address.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuda_runtime_api.h"

namespace loom::runtime {

struct Shape {
  dim3 grid, block;
  std::size_t shared = 0;            // bytes of dynamic shared memory
  bool cooperative = false;
  dim3 cluster{};                    // in blocks
};

// What the configuration asks for. Refused where it has no list of attributes, or one that loom has not.
cudaError_t shape_of(const cudaLaunchConfig_t*, Shape&);

// `arguments` points to one pointer for each of the kernel's parameters; `pc` lies in the code that launches.
// Refused where no kernel begins at the address, and for what any launch may be refused.
cudaError_t launch_by_pointer(const void* function, const Shape&, void** arguments, cudaStream_t, std::uintptr_t pc);

}  // namespace loom::runtime
