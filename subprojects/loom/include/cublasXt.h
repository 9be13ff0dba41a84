// cuBLAS-Xt of CUDA 13, as loom implements it: level 3 on operands that lie in the host's memory. Every call blocks.
#pragma once
#define CUBLAS_XT_H_   // programs ask by this name whether the header is included

#define CUBLAS_XT_H_   // by which other headers know that this one is here

#include "cublas_v2.h"

#include "loom/cublas_xt_types.h"

extern "C" {

cublasStatus_t cublasXtCreate(cublasXtHandle_t* handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle);
cublasStatus_t cublasXtMaxBoards(int* nbGpuBoards);
cublasStatus_t cublasXtGetNumBoards(int nbDevices, int deviceId[], int* nbBoards);
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices, int deviceId[]);
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int* blockDim);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode);
cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type, void* blasFunctor);
cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp, cublasXtOpType_t type, float ratio);

#define LOOM_DECLARE(name, routine, parameters, arguments) cublasStatus_t name parameters;
LOOM_CUBLAS_XT_ALL(LOOM_DECLARE)
#undef LOOM_DECLARE

}  // extern "C"
