// Sources from before CUDA 11 name what is computed in by a data type.
#pragma once

#include "loom/cublas_types.h"

#define LOOM_OLD_NAME [[maybe_unused]] __attribute__((always_inline)) static inline

LOOM_OLD_NAME cublasComputeType_t loom_compute_type(cudaDataType type) {
  switch (type) {
    case CUDA_R_16F: return CUBLAS_COMPUTE_16F;
    case CUDA_R_32F:
    case CUDA_C_32F: return CUBLAS_COMPUTE_32F;
    case CUDA_R_64F:
    case CUDA_C_64F: return CUBLAS_COMPUTE_64F;
    case CUDA_R_32I: return CUBLAS_COMPUTE_32I;
    default: return static_cast<cublasComputeType_t>(-1);
  }
}

LOOM_OLD_NAME cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                                          const void* alpha, const void* a, cudaDataType Atype, int lda, const void* b,
                                          cudaDataType Btype, int ldb, const void* beta, void* c, cudaDataType Ctype, int ldc,
                                          cudaDataType computeType, cublasGemmAlgo_t algo) {
  return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, Atype, lda, b, Btype, ldb, beta, c, Ctype, ldc,
                      loom_compute_type(computeType), algo);
}

LOOM_OLD_NAME cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
                                                 int k, const void* alpha, const void* const Aarray[], cudaDataType Atype, int lda,
                                                 const void* const Barray[], cudaDataType Btype, int ldb, const void* beta,
                                                 void* const Carray[], cudaDataType Ctype, int ldc, int batchCount,
                                                 cudaDataType computeType, cublasGemmAlgo_t algo) {
  return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta, Carray, Ctype, ldc,
                             batchCount, loom_compute_type(computeType), algo);
}

LOOM_OLD_NAME cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
                                                        int n, int k, const void* alpha, const void* a, cudaDataType Atype, int lda,
                                                        long long int strideA, const void* b, cudaDataType Btype, int ldb,
                                                        long long int strideB, const void* beta, void* c, cudaDataType Ctype, int ldc,
                                                        long long int strideC, int batchCount, cudaDataType computeType,
                                                        cublasGemmAlgo_t algo) {
  return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, Atype, lda, strideA, b, Btype, ldb, strideB, beta, c,
                                    Ctype, ldc, strideC, batchCount, loom_compute_type(computeType), algo);
}

#undef LOOM_OLD_NAME
