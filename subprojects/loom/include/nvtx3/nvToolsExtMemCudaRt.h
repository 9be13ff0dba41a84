// What a program tells of the devices' memory by NVTX.
#pragma once

#include "../cuda_runtime.h"
#include "nvToolsExtMem.h"

#define NVTX_MEM_CUDA_PEER_ALL_DEVICES -1

typedef struct nvtxMemMarkInitializedBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  size_t regionDescCount;
  size_t regionDescElementSize;
  const void* regionDescElements;
} nvtxMemMarkInitializedBatch_t;

#ifdef __cplusplus
extern "C" {
#endif

void nvtxMemCudaMarkInitialized(nvtxDomainHandle_t domain, cudaStream_t stream, uint8_t isPerThreadStream, const nvtxMemMarkInitializedBatch_t* desc);

#ifdef __cplusplus
}
#endif

LOOM_NVTX(nvtxMemPermissionsHandle_t, nvtxMemCudaGetProcessWidePermissions, (nvtxDomainHandle_t domain),
          ((void)domain, NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE))
LOOM_NVTX(nvtxMemPermissionsHandle_t, nvtxMemCudaGetDeviceWidePermissions, (nvtxDomainHandle_t domain, int device),
          ((void)domain, (void)device, NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE))
LOOM_NVTX(void, nvtxMemCudaSetPeerAccess, (nvtxDomainHandle_t domain, nvtxMemPermissionsHandle_t permissions, int peer, uint32_t flags),
          ((void)domain, (void)permissions, (void)peer, (void)flags))
