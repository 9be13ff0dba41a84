// The driver API's header, for programs that include it and use the runtime API. loom has none of the driver API's functions.
#pragma once
#define __cuda_cuda_h__

#include "driver_types.h"

#define CUDA_VERSION 13000

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
