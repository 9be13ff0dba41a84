// The driver API's header, for programs that include it and use the runtime API. Of the driver API's functions, loom has the one that makes
// tensor maps, and says so where one of those is called by which programs begin, load, launch or keep memory.
#pragma once
#define __cuda_cuda_h__

#include "driver_types.h"

#define CUDA_VERSION 13000

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
enum CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_NOT_SUPPORTED = 801,
};

typedef unsigned int cuuint32_t;
typedef unsigned long cuuint64_t;
#define CUDAAPI

// Tensor maps
#define CU_TENSOR_MAP_NUM_QWORDS 16
typedef struct alignas(128) CUtensorMap_st {
  cuuint64_t opaque[CU_TENSOR_MAP_NUM_QWORDS];
} CUtensorMap;

enum CUtensorMapDataType {
  CU_TENSOR_MAP_DATA_TYPE_UINT8,
  CU_TENSOR_MAP_DATA_TYPE_UINT16,
  CU_TENSOR_MAP_DATA_TYPE_UINT32,
  CU_TENSOR_MAP_DATA_TYPE_INT32,
  CU_TENSOR_MAP_DATA_TYPE_UINT64,
  CU_TENSOR_MAP_DATA_TYPE_INT64,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
  CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ,
  CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B,
  CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B,
  CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B,
};
enum CUtensorMapInterleave { CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B };
enum CUtensorMapSwizzle {
  CU_TENSOR_MAP_SWIZZLE_NONE,
  CU_TENSOR_MAP_SWIZZLE_32B,
  CU_TENSOR_MAP_SWIZZLE_64B,
  CU_TENSOR_MAP_SWIZZLE_128B,
  CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B,
  CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B,
  CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B,
};
enum CUtensorMapL2promotion {
  CU_TENSOR_MAP_L2_PROMOTION_NONE,
  CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
};
enum CUtensorMapFloatOOBfill { CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA };

extern "C" CUresult cuTensorMapEncodeTiled(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress,
                                           const cuuint64_t* globalDim, const cuuint64_t* globalStrides, const cuuint32_t* boxDim,
                                           const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                           CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);

#define LOOM_OF_THE_DRIVER(name)                                                                                        \
  template <class... Arguments>                                                                                         \
  __attribute__((unavailable("loom does not have CUDA's driver API; use the runtime API, as with cudaMalloc and <<<…>>>, or put " \
                             "the call under #ifndef __LOOM__"))) CUresult name(Arguments&&...);

LOOM_OF_THE_DRIVER(cuCtxCreate) LOOM_OF_THE_DRIVER(cuCtxDestroy) LOOM_OF_THE_DRIVER(cuCtxGetCurrent)
LOOM_OF_THE_DRIVER(cuCtxSetCurrent) LOOM_OF_THE_DRIVER(cuCtxSynchronize) LOOM_OF_THE_DRIVER(cuDeviceGet)
LOOM_OF_THE_DRIVER(cuDeviceGetAttribute) LOOM_OF_THE_DRIVER(cuDeviceGetCount) LOOM_OF_THE_DRIVER(cuDeviceGetName)
LOOM_OF_THE_DRIVER(cuDevicePrimaryCtxRetain) LOOM_OF_THE_DRIVER(cuDeviceTotalMem) LOOM_OF_THE_DRIVER(cuDriverGetVersion)
LOOM_OF_THE_DRIVER(cuGetErrorName) LOOM_OF_THE_DRIVER(cuGetErrorString) LOOM_OF_THE_DRIVER(cuGetProcAddress)
LOOM_OF_THE_DRIVER(cuInit) LOOM_OF_THE_DRIVER(cuLaunchKernel) LOOM_OF_THE_DRIVER(cuMemAddressReserve)
LOOM_OF_THE_DRIVER(cuMemAlloc) LOOM_OF_THE_DRIVER(cuMemCreate) LOOM_OF_THE_DRIVER(cuMemFree)
LOOM_OF_THE_DRIVER(cuMemGetAllocationGranularity) LOOM_OF_THE_DRIVER(cuMemMap) LOOM_OF_THE_DRIVER(cuMemcpyDtoH)
LOOM_OF_THE_DRIVER(cuMemcpyHtoD) LOOM_OF_THE_DRIVER(cuModuleGetFunction) LOOM_OF_THE_DRIVER(cuModuleGetGlobal)
LOOM_OF_THE_DRIVER(cuModuleLoad) LOOM_OF_THE_DRIVER(cuModuleLoadData) LOOM_OF_THE_DRIVER(cuModuleLoadDataEx)
LOOM_OF_THE_DRIVER(cuModuleUnload)

#undef LOOM_OF_THE_DRIVER
