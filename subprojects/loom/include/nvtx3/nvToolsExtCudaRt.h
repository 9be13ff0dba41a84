// NVTX's names for what the CUDA runtime makes.
#pragma once

#include "../cuda_runtime_api.h"
#include "nvToolsExt.h"

#define LOOM_NVTX_OF_DEVICE int device,
LOOM_NVTX_TEXT(void, nvtxNameCudaDevice, LOOM_NVTX_OF_DEVICE, (void)device)
#define LOOM_NVTX_OF_STREAM cudaStream_t stream,
LOOM_NVTX_TEXT(void, nvtxNameCudaStream, LOOM_NVTX_OF_STREAM, (void)stream)
#define LOOM_NVTX_OF_EVENT cudaEvent_t event,
LOOM_NVTX_TEXT(void, nvtxNameCudaEvent, LOOM_NVTX_OF_EVENT, (void)event)

#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
