// Copying between memories: what may be asked for, and doing it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/events.hpp"
#include "runtime/context.hpp"

namespace loom::runtime {

// The two have the same width, height and depth.
struct Transfer {
  Area to, from;

  static Transfer rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width, std::size_t height) {
    return {{reinterpret_cast<std::uintptr_t>(to), to_pitch, width, height}, {reinterpret_cast<std::uintptr_t>(from), from_pitch, width, height}};
  }
  static Transfer plain(void* to, const void* from, std::size_t bytes) { return rows(to, bytes, from, bytes, bytes, 1); }
  bool is_empty() const { return to.is_empty(); }
};

// Checks the transfer, then does it after all work that the legacy stream waits for.
cudaError_t copy(Lock&, const Transfer&, cudaMemcpyKind);

// Checks the transfer and queues it. As on a GPU, pageable memory is read at the call, and written before it returns.
cudaError_t copy_in_stream(Lock&, const Transfer&, cudaMemcpyKind, cudaStream_t);

}  // namespace loom::runtime
