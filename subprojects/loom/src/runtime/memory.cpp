// Device memory: getting it, giving it back, asking about it.
#include "runtime/memory.hpp"

#include <string_view>

#include "engine/engine.hpp"
#include "engine/thread_context.hpp"
#include "loom/call_site.h"
#include "memory/registry.hpp"
#include "program/symbols.hpp"
#include "runtime/arena.hpp"
#include "runtime/device_heap.hpp"
#include "runtime/graph.hpp"

namespace loom {

namespace {

struct {
  const char* file = nullptr;
  int line = 0;
  HostCall call;
} thread_local call_site;

}  // namespace

CallSite::CallSite(const char* file, int line) {
  call_site.file = file;
  call_site.line = line;
}

CallSite::~CallSite() { call_site.file = nullptr; }

runtime::Caller::Caller(std::uintptr_t pc, const char* function) : outer_(call_site.call) {
  call_site.call = {function, outer_.pc ? outer_.pc : pc};
}

runtime::Caller::~Caller() { call_site.call = outer_; }

const HostCall& runtime::Caller::current() { return call_site.call; }

}  // namespace loom

namespace loom::runtime {

namespace {

std::uintptr_t address(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

bool is_on_device(Origin origin) {
  return origin == Origin::device || origin == Origin::device_async;
}

std::size_t round_up(std::size_t bytes, std::size_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }

cudaMemoryType type_of(Space space) {
  switch (space) {
    case Space::managed: return cudaMemoryTypeManaged;
    case Space::pinned: return cudaMemoryTypeHost;
    case Space::global:
    case Space::symbol:
    case Space::constant:
    case Space::shared: break;
  }
  return cudaMemoryTypeDevice;
}

// A width and height whose rows fit in memory at all.
bool fits(std::size_t pitch, std::size_t rows) { return rows == 0 || pitch <= table::global_memory / rows; }

}  // namespace

std::string name_of(std::size_t bytes, const char* function) {
  std::string name = std::to_string(bytes) + (bytes == 1 ? " byte from " : " bytes from ") + function;
  if (!call_site.file) {
    if (call_site.call.pc == 0) return name;
    const SourceLocation& caller = source_location(call_site.call.pc);
    return caller.path.empty() ? name : name + " at " + caller.text;
  }
  const std::string_view path = call_site.file;
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return name.append(" at ").append(file).append(":").append(std::to_string(call_site.line));
}

void* allocate_device(Device& device, std::size_t bytes, Origin origin, std::string name) {
  if (bytes > table::memory_of(device.number) - device.used) return nullptr;
  void* const memory = Arena::instance().allocate(bytes);
  if (!memory) return nullptr;
  device.used += bytes;
  context().allocations.emplace(address(memory), OwnedAllocation{memory, bytes, origin, device.number, 0});
  Registry::instance().add({address(memory), bytes, Space::global, std::move(name), false, false});
  return memory;
}

const OwnedAllocation* allocation_at(const void* memory) {
  const auto found = context().allocations.find(address(memory));
  return found != context().allocations.end() ? &found->second : nullptr;
}

const OwnedAllocation* allocation_around(const void* memory) {
  auto found = context().allocations.upper_bound(address(memory));
  if (found == context().allocations.begin()) return nullptr;
  --found;
  return address(memory) - found->first < found->second.bytes ? &found->second : nullptr;
}

void release(const OwnedAllocation& given, FreedBy how) {
  const OwnedAllocation owned = given;    // the original goes with its entry
  if (const Allocation* const allocation = Registry::instance().find(address(owned.memory))) announce_freed(*allocation, how);
  Registry::instance().remove(address(owned.memory));
  context().allocations.erase(address(owned.memory));
  if (is_on_device(owned.origin)) {
    context().devices[owned.device].used -= owned.bytes;
    if (owned.pool) gives_back(*owned.pool, owned.bytes);
    Arena::instance().release(owned.memory);
  } else if (owned.origin != Origin::registered) {
    ::operator delete(static_cast<std::byte*>(owned.memory) - table::allocation_alignment,
                      std::align_val_t(table::allocation_alignment));
  }
}

void free_all(Device& device) {
  for (auto owned = context().allocations.begin(); owned != context().allocations.end();) {
    const OwnedAllocation& candidate = (owned++)->second;
    if (candidate.device == device.number) release(candidate, FreedBy::device_reset);
  }
}

namespace {

cudaError_t allocate(void** memory, std::size_t bytes, Origin origin, const char* function) {
  if (!memory) return cudaErrorInvalidValue;
  *memory = nullptr;
  if (const cudaError_t error = check_waiting_in_capture()) return error;
  if (bytes == 0) return cudaSuccess;
  *memory = allocate_device(current_device(), bytes, origin, name_of(bytes, function));
  return *memory ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t allocate_rows(void** memory, std::size_t* pitch, std::size_t width, std::size_t rows, const char* function) {
  if (!memory || !pitch) return cudaErrorInvalidValue;
  if (width > table::global_memory) return cudaErrorMemoryAllocation;
  if (width == 0 || rows == 0) {
    *memory = nullptr;
    *pitch = 0;
    return cudaSuccess;
  }
  *pitch = round_up(width, table::pitch_alignment);
  if (!fits(*pitch, rows)) return cudaErrorMemoryAllocation;
  return allocate(memory, *pitch * rows, Origin::device, function);
}

}  // namespace

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaMalloc(void** devPtr, size_t size) {
  const Caller caller(LOOM_CALLER);
  if (loom::current_thread()) return allocate_in_device_code(devPtr, size, LOOM_CALLER);
  return call([&](Lock&) { return allocate(devPtr, size, Origin::device, "cudaMalloc"); });
}

cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) { return allocate_rows(devPtr, pitch, width, height, "cudaMallocPitch"); });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitchedDevPtr, cudaExtent extent) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) {
    if (!pitchedDevPtr) return cudaErrorInvalidValue;
    if (!fits(extent.height, extent.depth)) return cudaErrorMemoryAllocation;
    cudaPitchedPtr made{nullptr, 0, extent.width, extent.height};
    const cudaError_t error =
        allocate_rows(&made.ptr, &made.pitch, extent.width, extent.height * extent.depth, "cudaMalloc3D");
    if (error == cudaSuccess) *pitchedDevPtr = made;
    return error;
  });
}

// Waits for all work first: some of it may use the memory.
cudaError_t cudaFree(void* devPtr) {
  if (loom::current_thread()) return free_in_device_code(devPtr, LOOM_CALLER);
  return call([&](Lock& lock) {
    if (const cudaError_t fault = synchronise_all(lock)) return fault;
    if (!devPtr) return cudaSuccess;
    const OwnedAllocation* const owned = allocation_at(devPtr);
    if (!owned || !(is_on_device(owned->origin) || owned->origin == Origin::managed)) return cudaErrorInvalidValue;
    release(*owned);
    return cudaSuccess;
  });
}

// The memory dies when the stream comes to it: work queued before may use it, work queued after may not.
cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) {
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(hStream);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!devPtr) return cudaSuccess;
    if (stream->capture) return refuse_memory_in_capture(*stream, "cudaFreeAsync");
    const OwnedAllocation* const owned = allocation_at(devPtr);
    if (!owned) return cudaErrorInvalidValue;
    if (owned->origin == Origin::managed) return cudaErrorNotSupported;
    if (!is_on_device(owned->origin) || owned->dying) return cudaErrorInvalidValue;
    context().allocations.at(address(devPtr)).dying = true;
    enqueue(*stream, [devPtr](cudaError_t) {
      const Lock inner(context().mutex);
      if (const OwnedAllocation* const dying = allocation_at(devPtr)) release(*dying);
      return cudaSuccess;
    });
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return call([&](Lock&) {
    if (total) *total = table::memory_of(current_device().number);
    if (free) *free = table::memory_of(current_device().number) - current_device().used;
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  return ask([&] {
    if (!attributes) return cudaErrorInvalidValue;
    *attributes = {};
    void* const same = const_cast<void*>(ptr);
    const loom::Allocation* const allocation = loom::Registry::instance().find(address(ptr));
    if (!allocation) {
      attributes->type = cudaMemoryTypeUnregistered;
      attributes->device = cudaInvalidDeviceId;
      attributes->hostPointer = same;
      return cudaSuccess;
    }
    // A variable is not among them; it counts as the current device's.
    const OwnedAllocation* const owned = allocation_around(ptr);
    attributes->type = type_of(allocation->space);
    attributes->device = owned ? owned->device : current_device().number;
    attributes->devicePointer = same;
    if (attributes->type != cudaMemoryTypeDevice) attributes->hostPointer = same;
    return cudaSuccess;
  });
}
