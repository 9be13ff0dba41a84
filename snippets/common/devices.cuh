// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 99c005bb018023600a2bce3fb97083de28ebff3c]
#pragma once

#include "common/buffer.cuh"

namespace weft {

inline std::vector<int> all_devices() {
  int count = 0;
  check(cudaGetDeviceCount(&count));
  std::vector<int> devices(count);
  for (int device = 0; device < count; ++device) devices[device] = device;
  return devices;
}

// Enables each device to access the memory of every other one, where the hardware permits.
inline void connect(const std::vector<int>& devices) {
  int current = 0;
  check(cudaGetDevice(&current));
  for (const int device : devices)
    for (const int other : devices) {
      int possible = 0;
      if (device != other) check(cudaDeviceCanAccessPeer(&possible, device, other));
      if (!possible) continue;
      check(cudaSetDevice(device));
      const cudaError_t result = cudaDeviceEnablePeerAccess(other, 0);
      if (result != cudaErrorPeerAccessAlreadyEnabled) check(result);
      cudaGetLastError();  // already enabled is not an error
    }
  check(cudaSetDevice(current));
}

}  // namespace weft
