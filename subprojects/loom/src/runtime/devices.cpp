// Choosing a device, asking what it is like, setting what can be set, starting it afresh.
#include <array>
#include <cstdio>
#include <cstring>
#include <string>

#include "cuda_profiler_api.h"
#include "runtime/arrays.hpp"
#include "runtime/context.hpp"
#include "runtime/kernels.hpp"
#include "runtime/memory.hpp"
#include "runtime/symbols.hpp"

using namespace loom::runtime;

namespace {

bool is_device(int number) { return number >= 0 && number < device_count; }

std::string pci_bus_id(unsigned domain, unsigned bus, unsigned device) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.0", domain, bus, device);
  return text.data();
}

std::string pci_bus_id(int number) {
  const cudaDeviceProp prop = properties_of(number);
  return pci_bus_id(static_cast<unsigned>(prop.pciDomainID), static_cast<unsigned>(prop.pciBusID),
                    static_cast<unsigned>(prop.pciDeviceID));
}

// The identifier in full where it is in one of the forms that CUDA reads: domain:bus:device.function, domain:bus:device
// and bus:device.function, all in hexadecimal digits. Empty where it is in none.
std::string pci_bus_id(const char* text) {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  const auto ends = [text](int end) { return end > 0 && text[end] == 0; };
  int end = 0;
  if (std::sscanf(text, "%x:%x:%x.%x%n", &domain, &bus, &device, &function, &end) == 4 && ends(end))
    return pci_bus_id(domain, bus, device);
  end = 0;
  if (std::sscanf(text, "%x:%x:%x%n", &domain, &bus, &device, &end) == 3 && ends(end)) return pci_bus_id(domain, bus, device);
  end = 0;
  if (std::sscanf(text, "%x:%x.%x%n", &bus, &device, &function, &end) == 3 && ends(end)) return pci_bus_id(0, bus, device);
  return {};
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  return ask<Callers::device_code_too>([&] {
    if (!count) return cudaErrorInvalidValue;
    *count = device_count;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return ask<Callers::device_code_too>([&] {
    if (!device) return cudaErrorInvalidValue;
    *device = current_device().number;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return ask([&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    set_current_device(device);
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
  return ask([&] {
    if (!is_device(device)) return cudaErrorInvalidDevice;
    if (flags & cudaInitDeviceFlagsAreValid) {
      if (deviceFlags & ~cudaDeviceMask) return cudaErrorInvalidValue;
      context().devices[device].flags = deviceFlags;
    }
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
  return ask<Callers::device_code_too>([&] {
    if (!value) return cudaErrorInvalidValue;
    if (!is_device(device)) return cudaErrorInvalidDevice;
    return attribute_of(device, attr, *value) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

// All devices are alike, so the first fits as well as any.
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* prop) {
  return ask([&] {
    if (!device || !prop) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
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
    const std::string sought = pci_bus_id(pciBusId);
    if (sought.empty()) return cudaErrorInvalidValue;
    for (int number = 0; number < device_count; ++number) {
      if (pci_bus_id(number) != sought) continue;
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
// first values. On a GPU the process may get no device again after a fault (an H100 then answers
// cudaErrorDevicesUnavailable); on loom it does, so that one program can test many faults.
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
  forget_arrays(device);
  restore_variables();
  forget_settings();
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
    if (limit == cudaLimitStackSize && value > table::largest_stack_size) return cudaErrorInvalidValue;
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

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* pConfig) {
  return call([&](Lock&) {
    if (!pConfig) return cudaErrorInvalidValue;
    *pConfig = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return call([&](Lock&) { return config < 0 || config > cudaSharedMemBankSizeEightByte ? cudaErrorInvalidValue : cudaSuccess; });
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

// The devices are one machine's memory: what either can do, the other can do there.
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attr, int srcDevice, int dstDevice) {
  return ask([&] {
    if (!value) return cudaErrorInvalidValue;
    if (!is_device(srcDevice) || !is_device(dstDevice) || srcDevice == dstDevice) return cudaErrorInvalidDevice;
    switch (attr) {
      case cudaDevP2PAttrPerformanceRank:
      case cudaDevP2PAttrOnlyPartialNativeAtomicSupported: *value = 0; return cudaSuccess;
      case cudaDevP2PAttrAccessSupported:
      case cudaDevP2PAttrNativeAtomicSupported:
      case cudaDevP2PAttrCudaArrayAccessSupported: *value = 1; return cudaSuccess;
    }
    return cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags) {
  return call([&](Lock&) {
    if (!is_device(peerDevice)) return cudaErrorInvalidDevice;
    if (peerDevice == current_device().number) return cudaErrorPeerAccessUnsupported;
    if (flags != 0) return cudaErrorInvalidValue;
    bool& enabled = current_device().peers[peerDevice];
    if (enabled) return cudaErrorPeerAccessAlreadyEnabled;
    enabled = true;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice) {
  return call([&](Lock&) {
    if (!is_device(peerDevice)) return cudaErrorInvalidDevice;
    bool& enabled = current_device().peers[peerDevice];
    if (!enabled) return cudaErrorPeerAccessNotEnabled;
    enabled = false;
    return cudaSuccess;
  });
}

cudaError_t cudaProfilerStart() {
  return call([](Lock&) { return cudaSuccess; });
}

cudaError_t cudaProfilerStop() {
  return call([](Lock&) { return cudaSuccess; });
}
