// cuBLAS of CUDA 13, as loom implements it. A routine's name with _v2 is the routine's other name; one with _64 takes
// 64-bit integers.
#pragma once
#define CUBLAS_API_H_   // programs ask by this name whether the header is included

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "loom/cublas_routines.h"
#include "loom/cublas_types.h"

extern "C" {

cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value);
size_t cublasGetCudartVersion();
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t streamId);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* streamId);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* smCountTarget);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t workspaceSizeInBytes);

// The names that older sources and other languages call these by.
cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) __asm__("cublasCreate");
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) __asm__("cublasDestroy");
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int* version) __asm__("cublasGetVersion");
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t streamId) __asm__("cublasSetStream");
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* streamId) __asm__("cublasGetStream");
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) __asm__("cublasSetPointerMode");
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) __asm__("cublasGetPointerMode");
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void* workspace, size_t workspaceSizeInBytes)
    __asm__("cublasSetWorkspace");

// Copies between host and device. A matrix is stored by columns, lda and ldb elements apart.
cublasStatus_t cublasSetVector(int n, int elemSize, const void* x, int incx, void* devicePtr, int incy);
cublasStatus_t cublasGetVector(int n, int elemSize, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void* hostPtr, int incx, void* devicePtr, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void* devicePtr, int incx, void* hostPtr, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream);

#define LOOM_DECLARE(name, routine, parameters, arguments) \
  cublasStatus_t name parameters;                          \
  cublasStatus_t name##_v2 parameters __asm__(#name);
#define LOOM_DECLARE_64(name, routine, parameters, arguments) \
  cublasStatus_t name##_64 parameters;                        \
  cublasStatus_t name##_v2_64 parameters __asm__(#name "_64");

LOOM_CUBLAS_ALL(LOOM_DECLARE, LOOM_DECLARE_64)

#undef LOOM_DECLARE
#undef LOOM_DECLARE_64

}  // extern "C"

#include "loom/cublas_before_11.h"
