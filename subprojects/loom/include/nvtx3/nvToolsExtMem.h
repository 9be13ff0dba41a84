// What a program tells of its memory by NVTX. loom listens where kernels are watched, as compute-sanitizer --nvtx yes does: to what a program
// hands out of its own pools, to what it permits, and to names.
#pragma once

#include "nvToolsExt.h"

#define NVTX_EXT_MODULEID_MEM 1
#define NVTX_EXT_COMPATID_MEM 0x0102

typedef struct nvtxMemHeap_v1* nvtxMemHeapHandle_t;
typedef struct nvtxMemRegion_v1* nvtxMemRegionHandle_t;
typedef struct nvtxMemPermissions_v1* nvtxMemPermissionsHandle_t;

#define NVTX_MEM_HEAP_HANDLE_PROCESS_WIDE ((nvtxMemHeapHandle_t)0)
#define NVTX_MEM_HEAP_HANDLE_NO_TOOL ((nvtxMemHeapHandle_t)(intptr_t)-1)
#define NVTX_MEM_REGION_HANDLE_NO_TOOL ((nvtxMemRegionHandle_t)(intptr_t)-1)
#define NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE ((nvtxMemPermissionsHandle_t)0)
#define NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL ((nvtxMemPermissionsHandle_t)(intptr_t)-1)

#define NVTX_MEM_HEAP_USAGE_UNKNOWN 0x0
#define NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR 0x1
#define NVTX_MEM_HEAP_USAGE_TYPE_LAYOUT 0x2

#define NVTX_MEM_TYPE_UNKNOWN 0x0
#define NVTX_MEM_TYPE_VIRTUAL_ADDRESS 0x1

#define NVTX_MEM_REGION_REF_TYPE_UNKNOWN 0x0
#define NVTX_MEM_REGION_REF_TYPE_POINTER 0x1
#define NVTX_MEM_REGION_REF_TYPE_HANDLE 0x2

#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_READ 0x1
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ 0x1
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET 0x8
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_READ 0x1
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_UNKNOWN 0x0
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CPU_THREAD 0x1
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CUDA_STREAM 0x2

typedef union nvtxMemRegionRef_t {
  const void* pointer;
  nvtxMemRegionHandle_t handle;
} nvtxMemRegionRef_t;

typedef struct nvtxMemVirtualRangeDesc_v1 {
  size_t size;
  const void* ptr;
} nvtxMemVirtualRangeDesc_t;

typedef struct nvtxMemHeapDesc_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  uint32_t usage;
  uint32_t type;
  size_t typeSpecificDescSize;
  const void* typeSpecificDesc;
  uint32_t category;
  uint32_t messageType;
  nvtxMessageValue_t message;
} nvtxMemHeapDesc_t;

typedef struct nvtxMemRegionsRegisterBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  nvtxMemHeapHandle_t heap;
  size_t regionCount;
  size_t regionDescElementSize;
  const void* regionDescElements;
  nvtxMemRegionHandle_t* regionHandleElementsOut;
} nvtxMemRegionsRegisterBatch_t;

typedef struct nvtxMemRegionsResizeBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  size_t regionDescCount;
  size_t regionDescElementSize;
  const void* regionDescElements;
} nvtxMemRegionsResizeBatch_t;

typedef struct nvtxMemRegionsUnregisterBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t refType;
  size_t refCount;
  size_t refElementSize;
  const nvtxMemRegionRef_t* refElements;
} nvtxMemRegionsUnregisterBatch_t;

typedef struct nvtxMemRegionNameDesc_v1 {
  uint32_t regionRefType;
  uint32_t nameType;
  nvtxMemRegionRef_t region;
  nvtxMessageValue_t name;
  uint32_t category;
  uint32_t reserved0;
} nvtxMemRegionNameDesc_t;

typedef struct nvtxMemRegionsNameBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  size_t regionCount;
  size_t regionElementSize;
  const nvtxMemRegionNameDesc_t* regionElements;
  size_t reserved1;
} nvtxMemRegionsNameBatch_t;

typedef struct nvtxMemPermissionsAssignRegionDesc_v1 {
  uint32_t flags;
  uint32_t regionRefType;
  nvtxMemRegionRef_t region;
} nvtxMemPermissionsAssignRegionDesc_t;

typedef struct nvtxMemPermissionsAssignBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  nvtxMemPermissionsHandle_t permissions;
  size_t regionCount;
  size_t regionElementSize;
  const nvtxMemPermissionsAssignRegionDesc_t* regionElements;
  size_t reserved1;
} nvtxMemPermissionsAssignBatch_t;

#ifdef __cplusplus
extern "C" {
#endif

nvtxMemHeapHandle_t nvtxMemHeapRegister(nvtxDomainHandle_t domain, const nvtxMemHeapDesc_t* desc);
void nvtxMemHeapUnregister(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap);
void nvtxMemHeapReset(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap);
void nvtxMemRegionsRegister(nvtxDomainHandle_t domain, const nvtxMemRegionsRegisterBatch_t* desc);
void nvtxMemRegionsResize(nvtxDomainHandle_t domain, const nvtxMemRegionsResizeBatch_t* desc);
void nvtxMemRegionsUnregister(nvtxDomainHandle_t domain, const nvtxMemRegionsUnregisterBatch_t* desc);
void nvtxMemRegionsName(nvtxDomainHandle_t domain, const nvtxMemRegionsNameBatch_t* desc);
void nvtxMemPermissionsAssign(nvtxDomainHandle_t domain, const nvtxMemPermissionsAssignBatch_t* desc);

#ifdef __cplusplus
}
#endif

// Permissions of one thread or stream alone are not listened to.
LOOM_NVTX(nvtxMemPermissionsHandle_t, nvtxMemPermissionsCreate, (nvtxDomainHandle_t domain, int32_t flags),
          ((void)domain, (void)flags, NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL))
LOOM_NVTX(void, nvtxMemPermissionsDestroy, (nvtxDomainHandle_t domain, nvtxMemPermissionsHandle_t permissions), ((void)domain, (void)permissions))
LOOM_NVTX(void, nvtxMemPermissionsReset, (nvtxDomainHandle_t domain, nvtxMemPermissionsHandle_t permissions), ((void)domain, (void)permissions))
LOOM_NVTX(void, nvtxMemPermissionsBind,
          (nvtxDomainHandle_t domain, nvtxMemPermissionsHandle_t permissions, uint32_t scope, uint32_t flags),
          ((void)domain, (void)permissions, (void)scope, (void)flags))
LOOM_NVTX(void, nvtxMemPermissionsUnbind, (nvtxDomainHandle_t domain, uint32_t scope), ((void)domain, (void)scope))
