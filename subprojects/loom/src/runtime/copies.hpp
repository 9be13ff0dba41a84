// Copying between memories: what may be asked for, and doing it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/context.hpp"

namespace loom::runtime {

// Rows of bytes, in slices where there are several; a plain copy is one row.
struct Transfer {
  void* to = nullptr;
  std::size_t to_pitch = 0;
  const void* from = nullptr;
  std::size_t from_pitch = 0;
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t depth = 1;
  std::size_t to_slice = 0;          // bytes from one slice to the next
  std::size_t from_slice = 0;
  const char* call = nullptr;        // "cudaMemcpy", and where it stands, if it is to be told that nobody has written what it reads
  std::uintptr_t pc = 0;

  static Transfer plain(void* to, const void* from, std::size_t bytes) { return {to, bytes, from, bytes, bytes, 1, 1, 0, 0}; }
  bool is_empty() const { return width == 0 || height == 0 || depth == 0; }
};

// Checks the transfer, then does it after all work that the legacy stream waits for.
cudaError_t copy(Lock&, const Transfer&, cudaMemcpyKind);

// Checks the transfer and queues it. As on a GPU, pageable memory is read at the call, and written before it returns.
cudaError_t copy_in_stream(Lock&, const Transfer&, cudaMemcpyKind, cudaStream_t);

}  // namespace loom::runtime
