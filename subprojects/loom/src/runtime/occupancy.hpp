// How many blocks of a kernel a multiprocessor holds at once.
#pragma once

#include <cstddef>

#include "runtime/kernels.hpp"

namespace loom::runtime {

// Blocks of so many threads, with so many bytes of dynamic shared memory each. Called with the runtime's lock held.
int blocks_that_fit(const Kernel&, int threads, std::size_t dynamic_shared);

}  // namespace loom::runtime
