// The driver API's header, for programs that include it and use the runtime API. loom has none of the driver API's functions, and says so
// where one of those is called by which such programs begin, load, launch or keep memory.
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
enum CUresult { CUDA_SUCCESS = 0 };

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
