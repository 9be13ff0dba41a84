#include "runtime/copies.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include "engine/engine.hpp"
#include "engine/thread_context.hpp"
#include "memory/registry.hpp"
#include "report/report.hpp"
#include "runtime/arena.hpp"
#include "runtime/graph.hpp"
#include "runtime/memory.hpp"

namespace loom::runtime {

namespace {

std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

void* memory(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

// Host memory that only the host knows.
bool is_pageable(const Area& area) { return !Registry::instance().find(area.first) && !Arena::instance().holds(memory(area.first)); }

// The bytes from the first to the last one that the rows touch.
std::size_t extent(const Area& area) { return (area.depth - 1) * area.slice + (area.height - 1) * area.pitch + area.width; }

// A range must lie within what it starts in. Pageable memory has no known end, and is refused where device memory is required.
// Device memory that was freed is refused: a GPU's runtime takes it for the host's and crashes.
cudaError_t check_range(const Area& area, bool must_be_reachable_by_device) {
  if (area.first == 0) return cudaErrorInvalidValue;
  const Allocation* const allocation = Registry::instance().find(area.first);
  if (!allocation) return must_be_reachable_by_device || Arena::instance().holds(memory(area.first)) ? cudaErrorInvalidValue : cudaSuccess;
  return extent(area) <= allocation->base + allocation->bytes - area.first ? cudaSuccess : cudaErrorInvalidValue;
}

// With unified addresses the pointers themselves tell host from device. What remains of the kind: where it says "device",
// the device must reach the memory.
cudaError_t check(const Transfer& transfer, cudaMemcpyKind kind) {
  if (transfer.is_empty()) return cudaSuccess;
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
  const auto& [to, from] = transfer;
  if (to.width > to.pitch || from.width > from.pitch) return cudaErrorInvalidPitchValue;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (const cudaError_t error = check_range(to, to_device)) return error;
  return check_range(from, from_device);
}

std::atomic<std::uint64_t> brought_to_host = 0;

void perform(const Transfer& transfer, const HostCall& call) {
  const auto& [to, from] = transfer;
  const Arena::Opened opened;
  announce_copy(to, from, call);
  print_findings();
  const Registry& registry = Registry::instance();
  if (is_on_device(registry.find(from.first)) && !is_on_device(registry.find(to.first))) brought_to_host += to.bytes();
  for (std::size_t row = 0; row < to.rows(); ++row) std::memmove(memory(to.row(row)), memory(from.row(row)), to.width);
}

// The same bytes, packed in host memory.
Area packed_in(std::vector<std::byte>& bytes, const Area& area) {
  return {address(bytes.data()), area.width, area.width, area.height, area.width * area.height, area.depth};
}

// When a stream reaches its copy or memset: whether the memory, which was there when it was queued, has been freed meanwhile.
cudaError_t look_again(const Area& area) {
  const Registry& registry = Registry::instance();
  if (!Arena::instance().holds(memory(area.first)) || registry.find(area.first)) return cudaSuccess;
  const std::optional<Allocation> nearest = registry.nearest(area.first);
  const bool known = nearest && nearest->freed;
  std::fprintf(stderr, "loom: a stream reaches a copy or memset of freed memory%s%s. Free memory after its last use.\n",
               known ? ": the " : "", known ? nearest->name.c_str() : "");
  return cudaErrorIllegalAddress;
}

cudaError_t look_again(const Transfer& transfer) {
  if (const cudaError_t error = look_again(transfer.to)) return error;
  return look_again(transfer.from);
}

}  // namespace

cudaError_t copy(Lock& lock, const Transfer& transfer, cudaMemcpyKind kind) {
  if (const cudaError_t error = check(transfer, kind)) return error;
  if (const cudaError_t fault = synchronise_legacy(lock, current_device())) return fault;
  if (!transfer.is_empty()) perform(transfer, Caller::current());
  return cudaSuccess;
}

cudaError_t copy_in_stream(Lock& lock, const Transfer& transfer, cudaMemcpyKind kind, cudaStream_t handle) {
  CUstream_st* const stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = check(transfer, kind)) return error;
  if (transfer.is_empty()) return cudaSuccess;

  if (const cudaError_t error = check_legacy_in_capture(*stream)) return error;

  // A copy in a graph reads and writes when the graph runs, pageable memory too.
  const bool at_once = !stream->capture;
  const bool to_pageable = is_pageable(transfer.to), from_pageable = is_pageable(transfer.from);
  if (current_thread() && (to_pageable || from_pageable)) return cudaErrorInvalidValue;
  const HostCall call = Caller::current();
  if (at_once && from_pageable && !to_pageable) {
    std::vector<std::byte> staged(transfer.from.bytes());
    perform({packed_in(staged, transfer.from), transfer.from}, call);
    enqueue(*stream, [to = transfer.to, staged = std::move(staged), call](cudaError_t) mutable {
      if (const cudaError_t error = look_again(to)) return error;
      perform({to, packed_in(staged, to)}, call);
      return cudaSuccess;
    }, Work::of_device, cudaGraphNodeTypeMemcpy);
    return cudaSuccess;
  }
  const std::uint64_t task = enqueue(*stream, [transfer, call](cudaError_t) {
    if (const cudaError_t error = look_again(transfer)) return error;
    perform(transfer, call);
    return cudaSuccess;
  }, to_pageable || from_pageable ? Work::with_host_memory : Work::of_device, cudaGraphNodeTypeMemcpy);
  if (!at_once || !to_pageable) return cudaSuccess;
  context().queue.run_until(lock, task);
  return context().devices[stream->device].fault;
}

namespace {

Area area_of(void* at, std::size_t pitch, std::size_t width, std::size_t height) { return {address(at), pitch, width, height}; }

Area area_of(const cudaPitchedPtr& at, const cudaExtent& size) {
  return {address(at.ptr), at.pitch, size.width, size.height, at.pitch * at.ysize, size.depth};
}

cudaError_t check_set(const Area& area) {
  if (area.is_empty()) return cudaSuccess;
  return area.width > area.pitch ? cudaErrorInvalidValue : check_range(area, true);
}

void set(const Area& area, int value, const HostCall& call) {
  announce_set(area, call);
  print_findings();
  const Arena::Opened opened;
  for (std::size_t row = 0; row < area.rows(); ++row) std::memset(memory(area.row(row)), value, area.width);
}

cudaError_t set_now(Lock& lock, const Area& area, int value) {
  if (const cudaError_t error = check_set(area)) return error;
  if (const cudaError_t fault = synchronise_legacy(lock, current_device())) return fault;
  if (!area.is_empty()) set(area, value, Caller::current());
  return cudaSuccess;
}

cudaError_t set_in_stream(const Area& area, int value, cudaStream_t handle) {
  CUstream_st* const stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = check_set(area)) return error;
  if (area.is_empty()) return cudaSuccess;
  if (const cudaError_t error = check_legacy_in_capture(*stream)) return error;
  enqueue(*stream, [area, value, call = Caller::current()](cudaError_t) {
    if (const cudaError_t error = look_again(area)) return error;
    set(area, value, call);
    return cudaSuccess;
  }, Work::of_device, cudaGraphNodeTypeMemset);
  return cudaSuccess;
}

bool are_devices(int one, int other) { return one >= 0 && one < device_count && other >= 0 && other < device_count; }

}  // namespace

}  // namespace loom::runtime

namespace loom {

std::uint64_t bytes_to_host() { return runtime::brought_to_host; }

}  // namespace loom

using namespace loom::runtime;

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return copy(lock, Transfer::plain(dst, src, count), kind); });
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call<Callers::device_code_too>([&](Lock& lock) {
    return copy_in_stream(lock, Transfer::plain(dst, src, count), kind, stream);
  });
}

cudaError_t cudaMemcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    if (!are_devices(dstDevice, srcDevice)) return cudaErrorInvalidDevice;
    if (const cudaError_t fault = synchronise_all(lock)) return fault;
    return copy(lock, Transfer::plain(dst, src, count), cudaMemcpyDeviceToDevice);
  });
}

cudaError_t cudaMemcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, size_t count,
                                cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    if (!are_devices(dstDevice, srcDevice)) return cudaErrorInvalidDevice;
    CUstream_st* const found = find_stream(stream);
    if (found && found->capture) return refuse_peer_copy_in_capture(*found);
    return copy_in_stream(lock, Transfer::plain(dst, src, count), cudaMemcpyDeviceToDevice, stream);
  });
}

cudaError_t cudaMemcpy2D(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return copy(lock, Transfer::rows(dst, dpitch, src, spitch, width, height), kind); });
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) {
    return copy_in_stream(lock, Transfer::rows(dst, dpitch, src, spitch, width, height), kind, stream);
  });
}

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return set_now(lock, area_of(devPtr, count, count, 1), value); });
}

cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call<Callers::device_code_too>([&](Lock&) { return set_in_stream(area_of(devPtr, count, count, 1), value, stream); });
}

cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return set_now(lock, area_of(devPtr, pitch, width, height), value); });
}

cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock&) { return set_in_stream(area_of(devPtr, pitch, width, height), value, stream); });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock& lock) { return set_now(lock, area_of(pitchedDevPtr, extent), value); });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER, __func__);
  return call([&](Lock&) { return set_in_stream(area_of(pitchedDevPtr, extent), value, stream); });
}
