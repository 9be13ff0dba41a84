#include "runtime/copies.hpp"

#include <atomic>
#include <cstdio>
#include <cstring>
#include <optional>
#include <vector>

#include "checks/checks.hpp"
#include "engine/engine.hpp"
#include "engine/here.hpp"
#include "memory/registry.hpp"
#include "program/symbols.hpp"
#include "report/report.hpp"
#include "runtime/arena.hpp"
#include "runtime/graphs/graphs.hpp"
#include "runtime/memory.hpp"

namespace loom::runtime {

namespace {

std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

// Host memory that only the host knows.
bool is_pageable(const void* memory) {
  return !Registry::instance().find(address(memory)) && !Arena::instance().holds(memory);
}

// The bytes from the first to the last one that the rows touch.
std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height, std::size_t slice = 0, std::size_t depth = 1) {
  return (depth - 1) * slice + (height - 1) * pitch + width;
}

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
  const std::size_t to_bytes =
      extent(transfer.to_pitch, transfer.width, transfer.height, transfer.to_slice, transfer.depth);
  const std::size_t from_bytes =
      extent(transfer.from_pitch, transfer.width, transfer.height, transfer.from_slice, transfer.depth);
  if (const cudaError_t error = check_range(transfer.to, to_bytes, to_device)) return error;
  return check_range(transfer.from, from_bytes, from_device);
}

// The host has written a row of bytes. One that does not stand alone may end where it likes: its elements may be bytes.
void note_filled(const void* row, std::size_t bytes, std::size_t rows) {
  Registry& registry = Registry::instance();
  if (rows == 1) registry.mark_filled(address(row), bytes);
  else registry.mark_written(address(row), bytes);
}

bool is_on_device(const Allocation* allocation) {
  return allocation && allocation->space != Space::managed && allocation->space != Space::pinned;
}

std::atomic<std::uint64_t> brought_to_host = 0;

// A copy to the host of memory that nobody has written at all. A note: what comes of it need not matter. Among devices, that nothing
// has been written is carried along, and told of whoever reads it. Where kernels are not watched, nobody knows what they have written.
void tell_if_never_written(const Transfer& transfer) {
  const Registry& registry = Registry::instance();
  if (!transfer.call || !instrumented || is_on_device(registry.find(address(transfer.to)))) return;
  for (std::size_t row = 0; row < transfer.height; ++row)
    if (!registry.never_written(address(transfer.from) + row * transfer.from_pitch, transfer.width)) return;
  const Place& where = place(transfer.pc);
  Launch caller;
  caller.file = where.path;
  caller.line = where.line;
  const std::size_t bytes = transfer.width * transfer.height;
  report({
      .kind = "uninitialised-read",
      .launch = &caller,
      .first = {.pc = transfer.pc, .did = "reads " + bytes_text(bytes), .who = transfer.call},
      .second = {},
      .what = std::string(transfer.call) + " copies to the host from the " + registry.find(address(transfer.from))->name +
              ", where nothing has been written yet",
      .advice = "Ask cudaGetLastError after each launch: one that was refused writes nothing, and only that call says so.",
      .weight = Weight::note,
  });
  print_findings();
}

// The host may have used either side since the copy was asked for.
void tell_if_host_is_early(const Transfer& transfer) {
  if (!transfer.call || !instrumented) return;
  for (std::size_t row = 0; row < transfer.height; ++row) {
    check_host_order(address(transfer.from) + row * transfer.from_pitch, transfer.width, false, transfer.call, transfer.pc);
    check_host_order(address(transfer.to) + row * transfer.to_pitch, transfer.width, true, transfer.call, transfer.pc);
  }
  print_findings();
}

void perform(const Transfer& transfer) {
  tell_if_never_written(transfer);
  tell_if_host_is_early(transfer);
  const Arena::Opened opened;
  Registry& registry = Registry::instance();
  const bool is_known = registry.find(address(transfer.to)) != nullptr;
  const bool carries = is_known && registry.find(address(transfer.from)) != nullptr;
  if (is_on_device(registry.find(address(transfer.from))) && !is_on_device(registry.find(address(transfer.to))))
    brought_to_host += transfer.width * transfer.height * transfer.depth;
  for (std::size_t row = 0; row < transfer.height * transfer.depth; ++row) {
    const std::size_t y = row % transfer.height, z = row / transfer.height;
    auto* const to = static_cast<std::byte*>(transfer.to) + z * transfer.to_slice + y * transfer.to_pitch;
    const auto* const from = static_cast<const std::byte*>(transfer.from) + z * transfer.from_slice + y * transfer.from_pitch;
    std::memmove(to, from, transfer.width);
    if (carries)
      registry.copy_written(address(to), address(from), transfer.width);
    else if (is_known)
      note_filled(to, transfer.width, transfer.height * transfer.depth);
  }
}

// The source's rows, packed.
std::vector<std::byte> packed(const Transfer& transfer) {
  std::vector<std::byte> bytes(transfer.width * transfer.height * transfer.depth);
  Transfer to_bytes = transfer;
  to_bytes.to = bytes.data();
  to_bytes.to_pitch = transfer.width;
  to_bytes.to_slice = transfer.width * transfer.height;
  perform(to_bytes);
  return bytes;
}

Transfer from_packed(Transfer transfer, const std::vector<std::byte>& bytes) {
  transfer.from = bytes.data();
  transfer.from_pitch = transfer.width;
  transfer.from_slice = transfer.width * transfer.height;
  return transfer;
}

// When a stream comes to its copy or memset: whether the memory, which was there when it was asked for, has been freed meanwhile.
cudaError_t look_again(const void* memory) {
  const Registry& registry = Registry::instance();
  if (!Arena::instance().holds(memory) || registry.find(address(memory))) return cudaSuccess;
  const std::optional<Allocation> nearest = registry.nearest(address(memory));
  const bool known = nearest && nearest->freed;
  std::fprintf(stderr, "loom: a stream comes to a copy or memset of memory that has been freed%s%s. Free memory behind the last use of it.\n",
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
  if (!transfer.is_empty()) perform(transfer);
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
  if (at_once && from_pageable && !to_pageable) {
    enqueue(*stream, [transfer, staged = packed(transfer)](cudaError_t) {
      if (const cudaError_t error = look_again(transfer.to)) return error;
      perform(from_packed(transfer, staged));
      return cudaSuccess;
    }, Work::of_device, cudaGraphNodeTypeMemcpy);
    return cudaSuccess;
  }
  const std::uint64_t task = enqueue(*stream, [transfer](cudaError_t) {
    if (const cudaError_t error = look_again(transfer)) return error;
    perform(transfer);
    return cudaSuccess;
  }, to_pageable || from_pageable ? Work::with_host_memory : Work::of_device, cudaGraphNodeTypeMemcpy);
  if (!at_once || !to_pageable) return cudaSuccess;
  context().queue.run_until(lock, task);
  return context().devices[stream->device].fault;
}

namespace {

// Rows to be set, in slices where there are several.
struct Area {
  void* memory = nullptr;
  std::size_t pitch = 0, width = 0, height = 0, slice = 0, depth = 1;

  bool is_empty() const { return width == 0 || height == 0 || depth == 0; }
};

Area area_of(const cudaPitchedPtr& memory, const cudaExtent& size) {
  return {memory.ptr, memory.pitch, size.width, size.height, memory.pitch * memory.ysize, size.depth};
}

cudaError_t check_set(const Area& area) {
  if (area.is_empty()) return cudaSuccess;
  if (area.width > area.pitch) return cudaErrorInvalidValue;
  return check_range(area.memory, extent(area.pitch, area.width, area.height, area.slice, area.depth), true);
}

void set(const Area& area, int value) {
  const Arena::Opened opened;
  for (std::size_t row = 0; row < area.height * area.depth; ++row) {
    std::byte* const at =
        static_cast<std::byte*>(area.memory) + row / area.height * area.slice + row % area.height * area.pitch;
    std::memset(at, value, area.width);
    note_filled(at, area.width, area.height * area.depth);
  }
}

cudaError_t set_now(Lock& lock, const Area& area, int value) {
  if (const cudaError_t error = check_set(area)) return error;
  if (const cudaError_t fault = synchronise_legacy(lock, current_device())) return fault;
  if (!area.is_empty()) set(area, value);
  return cudaSuccess;
}

cudaError_t set_in_stream(const Area& area, int value, cudaStream_t handle) {
  CUstream_st* const stream = find_stream(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (const cudaError_t error = check_set(area)) return error;
  if (area.is_empty()) return cudaSuccess;
  if (const cudaError_t error = check_legacy_in_capture(*stream)) return error;
  enqueue(*stream, [=](cudaError_t) {
    if (const cudaError_t error = look_again(area.memory)) return error;
    set(area, value);
    return cudaSuccess;
  }, Work::of_device, cudaGraphNodeTypeMemset);
  return cudaSuccess;
}

Transfer told_as(const char* call, Transfer transfer) {
  transfer.call = call;
  transfer.pc = Caller::pc();
  return transfer;
}

bool are_devices(int one, int other) { return one >= 0 && one < device_count && other >= 0 && other < device_count; }

}  // namespace

}  // namespace loom::runtime

namespace loom {

std::uint64_t bytes_to_host() { return runtime::brought_to_host; }

}  // namespace loom

using namespace loom::runtime;

cudaError_t cudaMemcpy(void* dst, const void* src, size_t count, cudaMemcpyKind kind) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock& lock) { return copy(lock, told_as("cudaMemcpy", Transfer::plain(dst, src, count)), kind); });
}

cudaError_t cudaMemcpyAsync(void* dst, const void* src, size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER);
  return call<Callers::device_code_too>([&](Lock& lock) {
    return copy_in_stream(lock, told_as("cudaMemcpyAsync", Transfer::plain(dst, src, count)), kind, stream);
  });
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
  const Caller caller(LOOM_CALLER);
  return call([&](Lock& lock) { return copy(lock, told_as("cudaMemcpy2D", {dst, dpitch, src, spitch, width, height}), kind); });
}

cudaError_t cudaMemcpy2DAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock& lock) {
    return copy_in_stream(lock, told_as("cudaMemcpy2DAsync", {dst, dpitch, src, spitch, width, height}), kind, stream);
  });
}

cudaError_t cudaMemset(void* devPtr, int value, size_t count) {
  return call([&](Lock& lock) { return set_now(lock, {devPtr, count, count, 1}, value); });
}

cudaError_t cudaMemsetAsync(void* devPtr, int value, size_t count, cudaStream_t stream) {
  return call<Callers::device_code_too>([&](Lock&) { return set_in_stream({devPtr, count, count, 1}, value, stream); });
}

cudaError_t cudaMemset2D(void* devPtr, size_t pitch, int value, size_t width, size_t height) {
  return call([&](Lock& lock) { return set_now(lock, {devPtr, pitch, width, height}, value); });
}

cudaError_t cudaMemset2DAsync(void* devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return call([&](Lock&) { return set_in_stream({devPtr, pitch, width, height}, value, stream); });
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent) {
  return call([&](Lock& lock) { return set_now(lock, area_of(pitchedDevPtr, extent), value); });
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent, cudaStream_t stream) {
  return call([&](Lock&) { return set_in_stream(area_of(pitchedDevPtr, extent), value, stream); });
}
