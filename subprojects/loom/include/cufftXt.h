// Plans by element types. Callbacks and transforms on several GPUs are refused where a program calls them.
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

/* Data that several GPUs hold, as CUDA names it. */
typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT = 0x00,
  CUFFT_XT_FORMAT_OUTPUT = 0x01,
  CUFFT_XT_FORMAT_INPLACE = 0x02,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 0x03,
  CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 0x04
} cufftXtSubFormat;

typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE = 0x00,
  CUFFT_COPY_DEVICE_TO_HOST = 0x01,
  CUFFT_COPY_DEVICE_TO_DEVICE = 0x02
} cufftXtCopyType;

typedef struct cudaXtDesc_t {
  int version;
  int nGPUs;
  int GPUs[64];
  void* data[64];
  size_t size[64];
  void* cudaXtState;
} cudaXtDesc;

typedef struct cudaLibXtDesc_t {
  int version;
  cudaXtDesc* descriptor;
  int library;
  int subFormat;
  void* libDescriptor;
} cudaLibXtDesc;

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

#define LOOM_ONE_GPU(name) \
  __attribute__((error("loom's cuFFT transforms on one GPU: leave out " #name " and use cufftPlan1d, cufftExecC2C and their kin"))) cufftResult name

LOOM_ONE_GPU(cufftXtSetGPUs)(cufftHandle handle, int nGPUs, int* whichGPUs);
LOOM_ONE_GPU(cufftXtMalloc)(cufftHandle plan, cudaLibXtDesc** descriptor, cufftXtSubFormat format);
LOOM_ONE_GPU(cufftXtMemcpy)(cufftHandle plan, void* dstPointer, void* srcPointer, cufftXtCopyType type);
LOOM_ONE_GPU(cufftXtFree)(cudaLibXtDesc* descriptor);
LOOM_ONE_GPU(cufftXtExecDescriptor)(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction);
LOOM_ONE_GPU(cufftXtExecDescriptorC2C)(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction);
LOOM_ONE_GPU(cufftXtExecDescriptorZ2Z)(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output, int direction);
LOOM_ONE_GPU(cufftXtExecDescriptorR2C)(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
LOOM_ONE_GPU(cufftXtExecDescriptorC2R)(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
LOOM_ONE_GPU(cufftXtExecDescriptorD2Z)(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);
LOOM_ONE_GPU(cufftXtExecDescriptorZ2D)(cufftHandle plan, cudaLibXtDesc* input, cudaLibXtDesc* output);

#undef LOOM_ONE_GPU

#ifdef __cplusplus
}
#endif
