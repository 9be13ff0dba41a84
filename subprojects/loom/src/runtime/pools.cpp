// Memory pools. A pool of loom's keeps nothing back: what is reserved is what is used, whatever the threshold says.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "runtime/graph.hpp"
#include "runtime/memory.hpp"

struct CUmemPoolHandle_st {
  int device = 0;
  std::size_t most = 0;              // bytes; 0: no limit of its own
  std::size_t used = 0, used_high = 0, reserved_high = 0;
  std::uint64_t threshold = 0;
  std::array<int, 3> reuse{1, 1, 1};
  std::array<cudaMemAccessFlags, loom::runtime::device_count> access{};
};

namespace loom::runtime {

namespace {

using Pool = std::shared_ptr<CUmemPoolHandle_st>;

struct Pools {
  std::unordered_map<cudaMemPool_t, Pool> all;
  std::array<Pool, device_count> first, current;     // each device has one from the start

  Pools() {
    for (int device = 0; device < device_count; ++device) first[device] = current[device] = make(device, 0);
  }
  Pool make(int device, std::size_t most) {
    auto pool = std::make_shared<CUmemPoolHandle_st>();
    pool->device = device;
    pool->most = most;
    pool->access[device] = cudaMemAccessFlagsProtReadWrite;
    all.emplace(pool.get(), pool);
    return pool;
  }
  Pool find(cudaMemPool_t handle) const {
    const auto found = all.find(handle);
    return found != all.end() ? found->second : nullptr;
  }
};

Pools& pools() {
  static Pools& the_pools = *new Pools;
  return the_pools;
}

bool is_device(int number) { return number >= 0 && number < device_count; }
bool is_device(const cudaMemLocation& location) { return location.type == cudaMemLocationTypeDevice && is_device(location.id); }

cudaError_t allocate(void** memory, std::size_t bytes, CUstream_st& stream, const Pool& pool, const char* function) {
  if (!memory) return cudaErrorInvalidValue;
  *memory = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (stream.capture) return refuse_memory_in_capture(stream, function);
  if (pool->most != 0 && bytes > pool->most - std::min(pool->most, pool->used)) return cudaErrorMemoryAllocation;
  *memory = allocate_device(context().devices[pool->device], bytes, Origin::device_async, name_of(bytes, function));
  if (!*memory) return cudaErrorMemoryAllocation;
  context().allocations.at(reinterpret_cast<std::uintptr_t>(*memory)).pool = pool;
  pool->used += bytes;
  pool->used_high = std::max(pool->used_high, pool->used);
  pool->reserved_high = std::max(pool->reserved_high, pool->used);
  return cudaSuccess;
}

cudaError_t get(cudaMemPool_t* handle, int device, std::array<Pool, device_count> Pools::* of_devices) {
  return call([&](Lock&) {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    if (!handle) return cudaErrorInvalidValue;
    *handle = (pools().*of_devices)[device].get();
    return cudaSuccess;
  });
}

// Calls `body` with the pool, if it is one and what else the call needs is there.
template <class Body>
cudaError_t with(cudaMemPool_t handle, const void* needed, Body body) {
  return call([&](Lock&) {
    const Pool pool = pools().find(handle);
    return pool && needed ? body(*pool) : cudaErrorInvalidValue;
  });
}

}  // namespace

void gives_back(CUmemPoolHandle_st& pool, std::size_t bytes) { pool.used -= bytes; }

}  // namespace loom::runtime

using namespace loom::runtime;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) { return get(memPool, device, &Pools::first); }
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) { return get(memPool, device, &Pools::current); }

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  return call([&](Lock&) {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    const Pool pool = pools().find(memPool);
    if (!pool || pool->device != device) return cudaErrorInvalidValue;
    pools().current[device] = pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  return call([&](Lock&) {
    if (!memPool || !poolProps || poolProps->allocType != cudaMemAllocationTypePinned) return cudaErrorInvalidValue;
    if (poolProps->handleTypes != cudaMemHandleTypeNone || poolProps->location.type != cudaMemLocationTypeDevice)
      return cudaErrorNotSupported;            // memory for other processes, or of the host
    if (!is_device(poolProps->location)) return cudaErrorInvalidDevice;
    *memPool = pools().make(poolProps->location.id, poolProps->maxSize).get();
    return cudaSuccess;
  });
}

// Memory that came from it lives on until it is freed.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  return with(memPool, memPool, [&](CUmemPoolHandle_st& pool) {
    const Pool& first = pools().first[pool.device];
    if (&pool == first.get()) return cudaErrorInvalidValue;
    Pool& current = pools().current[pool.device];
    if (&pool == current.get()) current = first;
    pools().all.erase(memPool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t) {
  return with(memPool, memPool, [](CUmemPoolHandle_st&) { return cudaSuccess; });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return with(memPool, value, [&](CUmemPoolHandle_st& pool) {
    switch (attr) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies:
        pool.reuse[attr - cudaMemPoolReuseFollowEventDependencies] = *static_cast<const int*>(value);
        return cudaSuccess;
      case cudaMemPoolAttrReleaseThreshold: pool.threshold = *static_cast<const std::uint64_t*>(value); return cudaSuccess;
      case cudaMemPoolAttrReservedMemHigh:
      case cudaMemPoolAttrUsedMemHigh:       // these can only be reset
        if (*static_cast<const std::uint64_t*>(value) != 0) return cudaErrorInvalidValue;
        (attr == cudaMemPoolAttrUsedMemHigh ? pool.used_high : pool.reserved_high) = pool.used;
        return cudaSuccess;
      default: return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  return with(memPool, value, [&](const CUmemPoolHandle_st& pool) {
    std::uint64_t& bytes = *static_cast<std::uint64_t*>(value);
    switch (attr) {
      case cudaMemPoolReuseFollowEventDependencies:
      case cudaMemPoolReuseAllowOpportunistic:
      case cudaMemPoolReuseAllowInternalDependencies:
        *static_cast<int*>(value) = pool.reuse[attr - cudaMemPoolReuseFollowEventDependencies];
        return cudaSuccess;
      case cudaMemPoolAttrReleaseThreshold: bytes = pool.threshold; return cudaSuccess;
      case cudaMemPoolAttrReservedMemCurrent:
      case cudaMemPoolAttrUsedMemCurrent: bytes = pool.used; return cudaSuccess;
      case cudaMemPoolAttrReservedMemHigh: bytes = pool.reserved_high; return cudaSuccess;
      case cudaMemPoolAttrUsedMemHigh: bytes = pool.used_high; return cudaSuccess;
      default: return cudaErrorInvalidValue;
    }
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, size_t count) {
  return with(memPool, descList, [&](CUmemPoolHandle_st& pool) {
    for (size_t i = 0; i < count; ++i)
      if (!is_device(descList[i].location)) return cudaErrorInvalidDevice;
      else if (descList[i].location.id == pool.device && descList[i].flags != cudaMemAccessFlagsProtReadWrite) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; ++i) pool.access[descList[i].location.id] = descList[i].flags;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t memPool, cudaMemLocation* location) {
  return with(memPool, flags, [&](const CUmemPoolHandle_st& pool) {
    if (!location || !is_device(*location)) return cudaErrorInvalidValue;
    *flags = pool.access[location->id];
    return cudaSuccess;
  });
}

cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(hStream);
    if (!stream) return cudaErrorInvalidResourceHandle;
    return allocate(devPtr, size, *stream, pools().current[current_device().number], "cudaMallocAsync");
  });
}

cudaError_t cudaMallocFromPoolAsync(void** ptr, size_t size, cudaMemPool_t memPool, cudaStream_t handle) {
  const Caller caller(LOOM_CALLER);
  return call([&](Lock&) {
    CUstream_st* const stream = find_stream(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    const Pool pool = pools().find(memPool);
    return pool ? allocate(ptr, size, *stream, pool, "cudaMallocFromPoolAsync") : cudaErrorInvalidValue;
  });
}
