// Plans by element types. What else cufftXt adds to cuFFT, callbacks and several GPUs, is refused where a program calls it.
#pragma once

#include "cufft.h"

typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX = 0x0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 0x1,
  CUFFT_CB_LD_REAL = 0x2,
  CUFFT_CB_LD_REAL_DOUBLE = 0x3,
  CUFFT_CB_ST_COMPLEX = 0x4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 0x5,
  CUFFT_CB_ST_REAL = 0x6,
  CUFFT_CB_ST_REAL_DOUBLE = 0x7,
  CUFFT_CB_UNDEFINED = 0x8
} cufftXtCallbackType;

typedef cufftComplex (*cufftCallbackLoadC)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef cufftReal (*cufftCallbackLoadR)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreC)(void* dataOut, size_t offset, cufftComplex element, void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreZ)(void* dataOut, size_t offset, cufftDoubleComplex element, void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreR)(void* dataOut, size_t offset, cufftReal element, void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreD)(void* dataOut, size_t offset, cufftDoubleReal element, void* callerInfo, void* sharedPointer);

#ifdef __cplusplus
extern "C" {
#endif

/* Elements are float or double, the same on both sides and in between. */
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int* n, long long int* inembed, long long int istride,
                                long long int idist, cudaDataType inputtype, long long int* onembed, long long int ostride,
                                long long int odist, cudaDataType outputtype, long long int batch, size_t* workSize,
                                cudaDataType executiontype);
/* The direction says nothing where one side is real. */
cufftResult cufftXtExec(cufftHandle plan, void* input, void* output, int direction);

__attribute__((error("loom's cuFFT has no callbacks: do their work in a kernel before or after the transform"))) cufftResult
cufftXtSetCallback(cufftHandle plan, void** callback_routine, cufftXtCallbackType cbType, void** caller_info);

__attribute__((error("loom's cuFFT transforms on one GPU: leave out cufftXtSetGPUs and use cufftExecC2C and its kin"))) cufftResult
cufftXtSetGPUs(cufftHandle handle, int nGPUs, int* whichGPUs);

#ifdef __cplusplus
}
#endif
