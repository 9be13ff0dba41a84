// Choosing a device, asking what it is like, setting what can be set, starting it afresh.
#include <array>
#include <cstdio>
#include <cstring>
#include <string>

#include "cuda_profiler_api.h"
#include "runtime/context.hpp"
#include "runtime/kernels.hpp"
#include "runtime/memory.hpp"
#include "runtime/symbols.hpp"

using namespace loom::runtime;

namespace {

bool is_device(int number) { return number >= 0 && number < device_count; }

std::string pci_bus_id(int number) {
  const cudaDeviceProp prop = properties_of(number);
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.0", prop.pciDomainID, prop.pciBusID, prop.pciDeviceID);
  return text.data();
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  return ask([&] {
    if (!count) return cudaErrorInvalidValue;
    *count = device_count;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return ask([&] {
    if (!device) return cudaErrorInvalidValue;
    *device = current_device().number;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return ask([&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    set_current_device(device);
    return current_device().fault;
  });
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
  return ask([&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    if ((deviceFlags & ~cudaDeviceMask) != 0 || flags > 1) return cudaErrorInvalidValue;
    if (flags == 1) context().devices[device].flags = deviceFlags;
    return context().devices[device].fault;
  });
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return ask([&] {
    if ((flags & ~cudaDeviceMask) != 0) return cudaErrorInvalidValue;
    current_device().flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return ask([&] {
    if (!flags) return cudaErrorInvalidValue;
    *flags = current_device().flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  return ask([&] {
    if (!prop) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    *prop = properties_of(device);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  return ask([&] {
    if (!value) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    return attribute_of(device, attr, *value) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* pciBusId, int len, int device) {
  return ask([&] {
    if (!pciBusId) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    const std::string id = pci_bus_id(device);
    if (len <= static_cast<int>(id.size())) return cudaErrorInvalidValue;
    std::memcpy(pciBusId, id.c_str(), id.size() + 1);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* pciBusId) {
  return ask([&] {
    if (!device || !pciBusId) return cudaErrorInvalidValue;
    for (int number = 0; number < device_count; ++number) {
      if (pci_bus_id(number) != pciBusId) continue;
      *device = number;
      return cudaSuccess;
    }
    return cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDriverGetVersion(int* driverVersion) {
  return ask([&] {
    if (!driverVersion) return cudaErrorInvalidValue;
    *driverVersion = table::driver_version;
    return cudaSuccess;
  });
}

cudaError_t cudaRuntimeGetVersion(int* runtimeVersion) {
  return ask([&] {
    if (!runtimeVersion) return cudaErrorInvalidValue;
    *runtimeVersion = table::runtime_version;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSynchronize() {
  return call([](Lock& lock) { return synchronise(lock, current_device()); });
}

// Ends the device's work, frees its memory, forgets its streams, events and fault, and gives its variables back their
// first values.
cudaError_t cudaDeviceReset() {
  if (const cudaError_t error = forbidden_here()) return remember(error);
  Lock lock(context().mutex);
  Device& device = current_device();
  synchronise(lock, device);
  for (auto& [handle, stream] : context().streams)
    if (stream->device == device.number && stream.get() != device.legacy) stream->alive = false;
  for (auto& [handle, event] : context().events)
    if (event->device == device.number) event->alive = false;
  free_all(device);
  restore_variables();
  forget_raised_limits();
  device.fault = cudaSuccess;
  device.peers = {};
  device.flags = 0;
  device.cache = cudaFuncCachePreferNone;
  set_default_limits(device);
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return call([&](Lock&) {
    if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
    if (limit < 0 || limit >= static_cast<int>(current_device().limits.size())) return cudaErrorInvalidValue;
    current_device().limits[limit] = value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return call([&](Lock&) {
    if (!value) return cudaErrorInvalidValue;
    if (limit == cudaLimitDevRuntimeSyncDepth) return cudaErrorUnsupportedLimit;
    if (limit < 0 || limit >= static_cast<int>(current_device().limits.size())) return cudaErrorInvalidValue;
    *value = current_device().limits[limit];
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* cacheConfig) {
  return call([&](Lock&) {
    if (!cacheConfig) return cudaErrorInvalidValue;
    *cacheConfig = current_device().cache;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache cacheConfig) {
  return call([&](Lock&) {
    if (cacheConfig < cudaFuncCachePreferNone || cacheConfig > cudaFuncCachePreferEqual) return cudaErrorInvalidValue;
    current_device().cache = cacheConfig;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return call([&](Lock&) {
    if (leastPriority) *leastPriority = table::least_priority;
    if (greatestPriority) *greatestPriority = table::greatest_priority;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  return ask([&] {
    if (!canAccessPeer) return cudaErrorInvalidValue;
    if (!is_device(device) || !is_device(peerDevice)) return cudaErrorInvalidDevice;
    *canAccessPeer = device != peerDevice;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) {
  return call([&](Lock&) {
    if (!is_device(peerDevice) || peerDevice == current_device().number) return cudaErrorInvalidDevice;
    if (flags != 0) return cudaErrorInvalidValue;
    bool& enabled = current_device().peers[peerDevice];
    if (enabled) return cudaErrorPeerAccessAlreadyEnabled;
    enabled = true;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) {
  return call([&](Lock&) {
    if (!is_device(peerDevice) || peerDevice == current_device().number) return cudaErrorInvalidDevice;
    bool& enabled = current_device().peers[peerDevice];
    if (!enabled) return cudaErrorPeerAccessNotEnabled;
    enabled = false;
    return cudaSuccess;
  });
}

cudaError_t cudaProfilerStart() {
  return ask([] { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return ask([] { return cudaSuccess; });
}
