// How a library's call becomes work in a stream, and how that work accesses device memory.
#pragma once

#include <cstddef>
#include <functional>

#include "cuda_runtime_api.h"
#include "libraries/caller.hpp"

namespace loom::libraries {

// Looks at each operand before the work touches it, as loom's checks look at the accesses of a kernel: all of it must lie in memory
// that the device reaches, and what is read should have been written.
class Operands {
 public:
  explicit Operands(const Caller& caller) : caller_(caller) {}

  // Throw StrayOperand. `argument` is the operand's name in the routine's declaration.
  void read(const char* argument, const void* at, std::size_t bytes) const { check(argument, at, bytes, true, false); }
  void write(const char* argument, const void* at, std::size_t bytes) const { check(argument, at, bytes, false, true); }

 private:
  void check(const char* argument, const void* at, std::size_t bytes, bool reads, bool writes) const;

  Caller caller_;
};

using Work = std::function<void(const Operands&)>;

// Queues work in the stream; the stream 0 is the given device's. The device fails where an operand is stray.
// cudaErrorInvalidResourceHandle where there is no such stream, the device's fault where it has failed.
cudaError_t submit(cudaStream_t, int device, const Caller&, Work);

// Answers the current device's number, or why no call may be made here.
cudaError_t enter(int& device);

// True where the host can access all of it: host memory, pinned and managed memory.
bool is_reached_by_host(const void* at);

}  // namespace loom::libraries
