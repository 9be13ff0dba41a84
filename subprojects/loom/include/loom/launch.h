// What `kernel<<<grid, block, shared, stream>>>(arguments)` becomes.
#pragma once

#include <cstddef>

#include "driver_types.h"
#include "vector_types.h"

namespace loom {

struct Configuration {
  dim3 grid;
  dim3 block;
  std::size_t shared;
  cudaStream_t stream;

  __attribute__((always_inline)) Configuration(dim3 grid_, dim3 block_ = dim3(1),
                                               std::size_t shared_ = 0, cudaStream_t stream_ = nullptr)
      : grid(grid_), block(block_), shared(shared_), stream(stream_) {}
};

inline constexpr std::size_t parameter_alignment = 64;
inline constexpr std::size_t parameter_bytes = 32764;

// Queues a launch. The closure holds the arguments; its bytes are copied, and each thread calls it on a copy of its own.
void launch(const Configuration&, const char* kernel, const char* file, unsigned line, const void* closure,
            std::size_t bytes, void (*call)(void*));

template <class Closure>
__attribute__((always_inline)) inline void launch(const Configuration& configuration, const char* kernel,
                                                  const char* file, unsigned line, const Closure& closure) {
  static_assert(sizeof(Closure) <= parameter_bytes, "a kernel's arguments may take 32764 bytes at most: pass a pointer instead");
  static_assert(alignof(Closure) <= parameter_alignment, "a kernel's arguments may be aligned to 64 bytes at most");
  launch(configuration, kernel, file, line, &closure, sizeof(Closure),
         [](void* copy) { (*static_cast<Closure*>(copy))(); });
}

}  // namespace loom
