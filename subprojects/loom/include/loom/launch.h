// What `kernel<<<grid, block, shared, stream>>>(arguments)` becomes: a LaunchExpression, and then a plain call of the kernel, which on
// the host launches itself. So arguments are those of any call: overloads, conversions and default arguments are C++'s own.
#pragma once

#include <cstddef>
#include <cstdint>

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

// A launch under way: from its `<<<…>>>` until the kernel, called with the arguments, takes it up. Lives through the call. It is its
// thread's, be that one of the host or of a device: between the two, other threads of a block may run.
class LaunchExpression {
 public:
  LaunchExpression(const Configuration&, const char* kernel, const char* file, unsigned line);
  // Ends the program where nothing took the launch up: what it names is not a kernel.
  ~LaunchExpression();
  LaunchExpression(const LaunchExpression&) = delete;
  LaunchExpression& operator=(const LaunchExpression&) = delete;

  // The calling thread's last one that no kernel has taken up yet, which is taken up now; nullptr where there is none.
  static const LaunchExpression* take();

  const Configuration configuration;
  const char* const kernel;          // as the source spells it
  const char* const file;
  const unsigned line;
  const std::uintptr_t pc;           // where that is in the code

 private:
  const void* const thread_;         // of a device; nullptr on the host
  LaunchExpression* outer_;          // an argument of this launch may launch something itself
};

}  // namespace loom
