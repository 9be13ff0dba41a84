#include "runtime/copies.hpp"

#include <cstring>
#include <vector>

#include "memory/registry.hpp"
#include "runtime/arena.hpp"

namespace loom::runtime {

namespace {

std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

// Host memory that only the host knows.
bool is_pageable(const void* memory) {
  return !Registry::instance().find(address(memory)) && !Arena::instance().holds(memory);
}

// The bytes from the first to the last one that the rows touch.
std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height) { return (height - 1) * pitch + width; }

// A range must lie within what it starts in. Pageable memory has no known end, and will not do where a device's is asked for.
// Device memory that was freed is refused: a GPU's runtime takes it for the host's and crashes.
cudaError_t check_range(const void* memory, std::size_t bytes, bool must_be_reachable_by_device) {
  if (!memory) return cudaErrorInvalidValue;
  const Allocation* const allocation = Registry::instance().find(address(memory));
  if (!allocation) {
    if (must_be_reachable_by_device || Arena::instance().holds(memory)) return cudaErrorInvalidValue;
    return cudaSuccess;
  }
  return bytes <= allocation->base + allocation->bytes - address(memory) ? cudaSuccess : cudaErrorInvalidValue;
}

// With unified addresses the pointers themselves tell host from device. What remains of the kind: where it says "device",
// the device must reach the memory.
cudaError_t check(const Transfer& transfer, cudaMemcpyKind kind) {
  if (transfer.is_empty()) return cudaSuccess;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  if (transfer.width > transfer.to_pitch || transfer.width > transfer.from_pitch) return cudaErrorInvalidPitchValue;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  const std::size_t to_bytes = extent(transfer.to_pitch, transfer.width, transfer.height);
  const std::size_t from_bytes = extent(transfer.from_pitch, transfer.width, transfer.height);
  if (const cudaError_t error = check_range(transfer.to, to_bytes, to_device)) return error;
  return check_range(transfer.from, from_bytes, from_device);
}

void perform(const Transfer& transfer) {
  const Arena::Opened opened;
  auto* to = static_cast<std::byte*>(transfer.to);
  const auto* from = static_cast<const std::byte*>(transfer.from);
  Registry& registry = Registry::instance();
  const bool is_known = registry.find(address(to)) != nullptr;
  const bool carries = is_known && registry.find(address(from)) != nullptr;
  for (std::size_t row = 0; row < transfer.height; ++row, to += transfer.to_pitch, from += transfer.from_pitch) {
    std::memmove(to, from, transfer.width);
    if (carries)
      registry.copy_written(address(to), address(from), transfer.width);
    else if (is_known)
      registry.mark_written(address(to), transfer.width);
  }
}

// The source's rows, packed.
std::vector<std::byte> packed(const Transfer& transfer) {
  std::vector<std::byte> bytes(transfer.width * transfer.height);
  perform({bytes.data(), transfer.width, transfer.from, transfer.from_pitch, transfer.width, transfer.height});
  return bytes;
}

}  // namespace

cudaError_t copy(Lock& lock, const Transfer& transfer, cudaMemcpyKind kind) {
  if (const cudaError_t error = check(transfer, kind)) return error;
  if (const cudaError_t fault = synchronise_legacy(lock, current_device())) return fault;
  if (!transfer.is_empty()) perform(transfer);
  return cudaSuccess;
}

cudaError_t copy_in_stream(Lock& lock, const Transfer& transfer, cudaMemcpyKind kind, cudaStream_t handle) {
  CUstream_st* const stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = check(transfer, kind)) return error;
  if (transfer.is_empty()) return cudaSuccess;

  const bool to_pageable = is_pageable(transfer.to), from_pageable = is_pageable(transfer.from);
  if (from_pageable && !to_pageable) {
    enqueue(*stream, [transfer, staged = packed(transfer)](cudaError_t) {
      perform({transfer.to, transfer.to_pitch, staged.data(), transfer.width, transfer.width, transfer.height});
      return cudaSuccess;
    });
    return cudaSuccess;
  }
  const std::uint64_t task = enqueue(*stream, [transfer](cudaError_t) {
    perform(transfer);
    return cudaSuccess;
  });
  if (!to_pageable) return cudaSuccess;
  context().queue.run_until(lock, task);
  return context().devices[stream->device].fault;
}

namespace {

cudaError_t check_set(const void* memory, std::size_t pitch, std::size_t width, std::size_t height) {
  if (width == 0 || height == 0) return cudaSuccess;
  if (width > pitch) return cudaErrorInvalidValue;
  return check_range(memory, extent(pitch, width, height), true);
}

void set(void* memory, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  const Arena::Opened opened;
  auto* row = static_cast<std::byte*>(memory);
  for (std::size_t i = 0; i < height; ++i, row += pitch) {
    std::memset(row, value, width);
    Registry::instance().mark_written(address(row), width);
  }
}

cudaError_t set_now(Lock& lock, void* memory, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  if (const cudaError_t error = check_set(memory, pitch, width, height)) return error;
  if (const cudaError_t fault = synchronise_legacy(lock, current_device())) return fault;
  if (width > 0 && height > 0) set(memory, pitch, value, width, height);
  return cudaSuccess;
}

cudaError_t set_in_stream(void* memory, std::size_t pitch, int value, std::size_t width, std::size_t height,
                          cudaStream_t handle) {
  CUstream_st* const stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = check_set(memory, pitch, width, height)) return error;
  if (width == 0 || height == 0) return cudaSuccess;
  enqueue(*stream, [=](cudaError_t) {
    set(memory, pitch, value, width, height);
    return cudaSuccess;
  });
  return cudaSuccess;
}

bool are_devices(int one, int other) { return one >= 0 && one < device_count && other >= 0 && other < device_count; }

}  // namespace

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  return call([&](Lock& lock) { return copy(lock, Transfer::plain(dst, src, count), kind); });
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&](Lock& lock) { return copy_in_stream(lock, Transfer::plain(dst, src, count), kind, stream); });
}

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  return call([&](Lock& lock) {
    if (!are_devices(dstDevice, srcDevice)) return cudaErrorInvalidDevice;
    if (const cudaError_t fault = synchronise_all(lock)) return fault;
    return copy(lock, Transfer::plain(dst, src, count), cudaMemcpyDeviceToDevice);
  });
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                cudaStream_t stream) {
  return call([&](Lock& lock) {
    if (!are_devices(dstDevice, srcDevice)) return cudaErrorInvalidDevice;
    return copy_in_stream(lock, Transfer::plain(dst, src, count), cudaMemcpyDeviceToDevice, stream);
  });
}

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return call([&](Lock& lock) { return copy(lock, {dst, dpitch, src, spitch, width, height}, kind); });
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&](Lock& lock) { return copy_in_stream(lock, {dst, dpitch, src, spitch, width, height}, kind, stream); });
}

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return call([&](Lock& lock) { return set_now(lock, devPtr, count, value, count, 1); });
}

cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return call([&](Lock&) { return set_in_stream(devPtr, count, value, count, 1, stream); });
}

cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return call([&](Lock& lock) { return set_now(lock, devPtr, pitch, value, width, height); });
}

cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return call([&](Lock&) { return set_in_stream(devPtr, pitch, value, width, height, stream); });
}
