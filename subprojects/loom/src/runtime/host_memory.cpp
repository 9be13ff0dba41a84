// Host memory that kernels reach: pinned, registered and managed.
#include <unistd.h>

#include <cstring>

#include "engine/shared.hpp"
#include "memory/registry.hpp"
#include "memory/unwritten_pattern.hpp"
#include "runtime/memory.hpp"

namespace loom::runtime {

// There is unused space before and after, so that a stray access by the host hits nothing else of loom's.
void* allocate_host(Device& device, std::size_t bytes, Origin origin, unsigned flags, std::string name) {
  constexpr std::size_t redzone = redzone_of_host_memory;
  static_assert(redzone % table::allocation_alignment == 0);
  void* const whole = ::operator new(bytes + 2 * redzone, std::align_val_t(redzone), std::nothrow);
  if (!whole) return nullptr;
  auto* const memory = static_cast<std::byte*>(whole) + redzone;
  std::memset(whole, poison, redzone);
  fill_unwritten(memory, bytes);
  std::memset(memory + bytes, poison, redzone);
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  context().allocations.emplace(address, OwnedAllocation{memory, bytes, origin, device.number, flags});
  const Space space = origin == Origin::managed ? Space::managed : Space::pinned;
  Registry::instance().add({address, bytes, space, std::move(name), false, true});
  return memory;
}

namespace {

// Half of the machine: memory is filled when it is allocated, and what the system promises it need not have.
std::size_t largest_host_allocation() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) / 2 * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

cudaError_t allocate(void** memory, std::size_t bytes, Origin origin, unsigned flags, const char* function) {
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (bytes > largest_host_allocation()) return cudaErrorMemoryAllocation;
  *memory = allocate_host(current_device(), bytes, origin, flags, name_of(bytes, function));
  return *memory ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t allocate_pinned(void** memory, std::size_t bytes, unsigned flags, const char* function) {
  constexpr unsigned known = cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
  if (!memory || (flags & ~known)) return cudaErrorInvalidValue;
  return allocate(memory, bytes, Origin::host, flags, function);
}

// Host memory that kernels reach under the address that the host has.
const OwnedAllocation* pinned_around(const void* memory) {
  const OwnedAllocation* const owned = allocation_around(memory);
  return owned && (owned->origin == Origin::host || owned->origin == Origin::registered) ? owned : nullptr;
}

// An allocation that shares bytes with the range, or nullptr.
const OwnedAllocation* allocation_within(std::uintptr_t first, std::size_t bytes) {
  const auto next = context().allocations.lower_bound(first);
  if (next != context().allocations.end() && next->first < first + bytes) return &next->second;
  return allocation_around(reinterpret_cast<const void*>(first));
}

// Whether memory can be advised on or moved: a range of one managed allocation.
bool is_managed(const void* memory, std::size_t bytes) {
  const OwnedAllocation* const owned = allocation_around(memory);
  if (!owned || owned->origin != Origin::managed) return false;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(memory) - static_cast<std::byte*>(owned->memory));
  return bytes <= owned->bytes - offset;
}

cudaError_t check_location(cudaMemLocation location) {
  if (location.type == cudaMemLocationTypeDevice)
    return location.id >= 0 && location.id < device_count ? cudaSuccess : cudaErrorInvalidDevice;
  if (location.type == cudaMemLocationTypeHost || location.type == cudaMemLocationTypeHostNuma ||
      location.type == cudaMemLocationTypeHostNumaCurrent)
    return cudaSuccess;
  return cudaErrorInvalidValue;
}

}  // namespace

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaMallocHost(void** ptr, size_t size) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) { return allocate_pinned(ptr, size, cudaHostAllocDefault, "cudaMallocHost"); });
}

cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) { return allocate_pinned(pHost, size, flags, "cudaHostAlloc"); });
}

cudaError_t cudaFreeHost(void* ptr) {
  return call([&](Lock& lock) {
    if (const cudaError_t fault = synchronise_all(lock)) return fault;
    if (!ptr) return cudaSuccess;
    const OwnedAllocation* const owned = allocation_at(ptr);
    if (!owned || owned->origin != Origin::host) return cudaErrorInvalidValue;
    release(*owned);
    return cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) {
    constexpr unsigned known =
        cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
    if (!ptr || size == 0 || (flags & ~known)) return cudaErrorInvalidValue;
    if (flags & (cudaHostRegisterIoMemory | cudaHostRegisterReadOnly)) return cudaErrorNotSupported;
    const auto address = reinterpret_cast<std::uintptr_t>(ptr);
    if (const OwnedAllocation* const there = allocation_within(address, size))
      return there->origin == Origin::registered ? cudaErrorHostMemoryAlreadyRegistered : cudaErrorInvalidValue;
    context().allocations.emplace(address, OwnedAllocation{ptr, size, Origin::registered, current_device().number, flags});
    loom::Registry::instance().add(
        {address, size, loom::Space::pinned, name_of(size, "cudaHostRegister"), false, true, true});
    return cudaSuccess;
  });
}

cudaError_t cudaHostUnregister(void* ptr) {
  return call([&](Lock& lock) {
    if (const cudaError_t fault = synchronise_all(lock)) return fault;
    const OwnedAllocation* const owned = allocation_at(ptr);
    if (!owned) return cudaErrorHostMemoryNotRegistered;
    if (owned->origin != Origin::registered) return cudaErrorInvalidValue;
    release(*owned);
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  return call([&](Lock&) {
    if (!pDevice || !pHost || flags != 0 || !pinned_around(pHost)) return cudaErrorInvalidValue;
    *pDevice = pHost;
    return cudaSuccess;
  });
}

// All pinned memory is mapped where addresses are unified, whether asked for or not.
cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) {
  return call([&](Lock&) {
    const OwnedAllocation* const owned = pinned_around(pHost);
    if (!pFlags || !owned) return cudaErrorInvalidValue;
    *pFlags = owned->flags | cudaHostAllocMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned int flags) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) {
    if (!devPtr) return cudaErrorInvalidValue;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return cudaErrorInvalidValue;
    return allocate(devPtr, size, Origin::managed, flags, "cudaMallocManaged");
  });
}

// Where pages lie makes no difference to loom: the call is checked, and takes its place in the stream.
cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream) {
  return call([&](Lock&) {
    CUstream_st* const in = find_stream(stream);
    if (!in) return cudaErrorInvalidResourceHandle;
    if (flags != 0 || count == 0 || !is_managed(devPtr, count)) return cudaErrorInvalidValue;
    if (const cudaError_t error = check_location(location)) return error;
    enqueue(*in, [](cudaError_t) { return cudaSuccess; });
    return cudaSuccess;
  });
}

cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) {
  return call([&](Lock&) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) return cudaErrorInvalidValue;
    if (count == 0 || !is_managed(devPtr, count)) return cudaErrorInvalidValue;
    return check_location(location) == cudaSuccess ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* devPtr, size_t length, unsigned int flags) {
  return call([&](Lock&) {
    CUstream_st* const in = find_stream(stream);
    if (!in) return cudaErrorInvalidResourceHandle;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost && flags != cudaMemAttachSingle)
      return cudaErrorInvalidValue;
    // The default stream is shared: nothing can be attached only to it.
    if (flags == cudaMemAttachSingle && in == current_device().legacy) return cudaErrorInvalidValue;
    const OwnedAllocation* const owned = allocation_at(devPtr);
    if (!owned || owned->origin != Origin::managed) return cudaErrorInvalidValue;
    if (length != 0 && length != owned->bytes) return cudaErrorInvalidValue;
    enqueue(*in, [](cudaError_t) { return cudaSuccess; });
    return cudaSuccess;
  });
}
