// What the tests of the runtime share.
#pragma once

#include <functional>
#include <stdexcept>
#include <utility>

#include <doctest/doctest.h>

#include "cuda_runtime.h"
#include "runtime/submit.hpp"
#include "launch_function.hpp"

inline constexpr int devices = 2;

[[gnu::noinline]] inline void any_kernel() {}

// A launch as loomcc writes one, without loomcc.
inline void launch(std::function<void()> body, cudaStream_t stream = nullptr, dim3 grid = 1, dim3 block = 1,
                   std::size_t shared = 0, const void* kernel = reinterpret_cast<const void*>(&any_kernel)) {
  loom::Launch launched;
  launched.function = kernel;
  launched.kernel = "kernel";
  launched.file = __FILE__;
  launched.line = __LINE__;
  launched.grid = grid;
  launched.block = block;
  launched.dynamic_shared = shared;
  call_in(launched, std::move(body));
  loom::submit(std::move(launched), stream);
}

// A kernel that fails: an exception leaves it.
inline void launch_a_failure(cudaStream_t stream = nullptr) {
  launch([] { throw std::runtime_error("a failure on purpose"); }, stream);
}

// Each test begins with both devices fresh, device 0 current and no last error, whatever the one before has left.
struct Fresh {
  Fresh() { reset(); }
  ~Fresh() { reset(); }
  static void reset() {
    for (int device = devices; device-- > 0;) {
      cudaSetDevice(device);
      cudaDeviceReset();
    }
    cudaSetDevice(0);
    cudaGetLastError();
  }
};
