// cuBLAS's routines: what each is called, takes, and passes on. One row declares and defines it for several types.
//
// A table's parameters: what is done with a row, DO(name, routine, (parameters), (arguments)); letters of the name; and the
// types of the handle, of an element (T), of a real number as wide (R) and of an integer (I).
#pragma once

// Levels 1 and 2, in all four types.
#define LOOM_CUBLAS_LEVELS_1_AND_2(DO, LETTER, INDEX, NORM, HANDLE, T, R, I) \
  DO(cublas##LETTER##axpy, axpy, (HANDLE handle, I n, const T* alpha, const T* x, I incx, T* y, I incy), \
     (handle, n, alpha, x, incx, y, incy)) \
  DO(cublas##LETTER##copy, copy, (HANDLE handle, I n, const T* x, I incx, T* y, I incy), \
     (handle, n, x, incx, y, incy)) \
  DO(cublas##LETTER##scal, scal, (HANDLE handle, I n, const T* alpha, T* x, I incx), \
     (handle, n, alpha, x, incx)) \
  DO(cublas##LETTER##swap, swap, (HANDLE handle, I n, T* x, I incx, T* y, I incy), \
     (handle, n, x, incx, y, incy)) \
  DO(cublas##LETTER##rot, rot, (HANDLE handle, I n, T* x, I incx, T* y, I incy, const R* c, const T* s), \
     (handle, n, x, incx, y, incy, c, s)) \
  DO(cublasI##INDEX##amax, amax, (HANDLE handle, I n, const T* x, I incx, I* result), \
     (handle, n, x, incx, result)) \
  DO(cublasI##INDEX##amin, amin, (HANDLE handle, I n, const T* x, I incx, I* result), \
     (handle, n, x, incx, result)) \
  DO(cublas##NORM##asum, asum, (HANDLE handle, I n, const T* x, I incx, R* result), \
     (handle, n, x, incx, result)) \
  DO(cublas##NORM##nrm2, nrm2, (HANDLE handle, I n, const T* x, I incx, R* result), \
     (handle, n, x, incx, result)) \
  DO(cublas##LETTER##gemv, gemv, (HANDLE handle, cublasOperation_t trans, I m, I n, const T* alpha, const T* a, I lda, \
     const T* x, I incx, const T* beta, T* y, I incy), \
     (handle, trans, m, n, alpha, a, lda, x, incx, beta, y, incy)) \
  DO(cublas##LETTER##gbmv, gbmv, (HANDLE handle, cublasOperation_t trans, I m, I n, I kl, I ku, const T* alpha, const T* a, \
     I lda, const T* x, I incx, const T* beta, T* y, I incy), \
     (handle, trans, m, n, kl, ku, alpha, a, lda, x, incx, beta, y, incy)) \
  DO(cublas##LETTER##trmv, trmv, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, \
     const T* a, I lda, T* x, I incx), \
     (handle, uplo, trans, diag, n, a, lda, x, incx)) \
  DO(cublas##LETTER##tbmv, tbmv, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, \
     I k, const T* a, I lda, T* x, I incx), \
     (handle, uplo, trans, diag, n, k, a, lda, x, incx)) \
  DO(cublas##LETTER##tpmv, tpmv, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, \
     const T* ap, T* x, I incx), \
     (handle, uplo, trans, diag, n, ap, x, incx)) \
  DO(cublas##LETTER##trsv, trsv, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, \
     const T* a, I lda, T* x, I incx), \
     (handle, uplo, trans, diag, n, a, lda, x, incx)) \
  DO(cublas##LETTER##tbsv, tbsv, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, \
     I k, const T* a, I lda, T* x, I incx), \
     (handle, uplo, trans, diag, n, k, a, lda, x, incx)) \
  DO(cublas##LETTER##tpsv, tpsv, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, I n, \
     const T* ap, T* x, I incx), \
     (handle, uplo, trans, diag, n, ap, x, incx)) \
  DO(cublas##LETTER##symv, symv, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* a, I lda, const T* x, \
     I incx, const T* beta, T* y, I incy), \
     (handle, uplo, n, alpha, a, lda, x, incx, beta, y, incy)) \
  DO(cublas##LETTER##syr, syr, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, T* a, I lda), \
     (handle, uplo, n, alpha, x, incx, a, lda)) \
  DO(cublas##LETTER##syr2, syr2, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, const T* y, \
     I incy, T* a, I lda), \
     (handle, uplo, n, alpha, x, incx, y, incy, a, lda))

// What only real types have.
#define LOOM_CUBLAS_REAL(DO, LETTER, HANDLE, T, I) \
  DO(cublas##LETTER##dot, dotu, (HANDLE handle, I n, const T* x, I incx, const T* y, I incy, T* result), \
     (handle, n, x, incx, y, incy, result)) \
  DO(cublas##LETTER##rotm, rotm, (HANDLE handle, I n, T* x, I incx, T* y, I incy, const T* param), \
     (handle, n, x, incx, y, incy, param)) \
  DO(cublas##LETTER##sbmv, sbmv, (HANDLE handle, cublasFillMode_t uplo, I n, I k, const T* alpha, const T* a, I lda, \
     const T* x, I incx, const T* beta, T* y, I incy), \
     (handle, uplo, n, k, alpha, a, lda, x, incx, beta, y, incy)) \
  DO(cublas##LETTER##spmv, spmv, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* ap, const T* x, \
     I incx, const T* beta, T* y, I incy), \
     (handle, uplo, n, alpha, ap, x, incx, beta, y, incy)) \
  DO(cublas##LETTER##ger, geru, (HANDLE handle, I m, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* a, \
     I lda), \
     (handle, m, n, alpha, x, incx, y, incy, a, lda)) \
  DO(cublas##LETTER##spr, spr, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, T* ap), \
     (handle, uplo, n, alpha, x, incx, ap)) \
  DO(cublas##LETTER##spr2, spr2, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, const T* y, \
     I incy, T* ap), \
     (handle, uplo, n, alpha, x, incx, y, incy, ap))

// What only complex types have, or have under other names.
#define LOOM_CUBLAS_COMPLEX(DO, LETTER, MIXED, HANDLE, T, R, I) \
  DO(cublas##LETTER##dotu, dotu, (HANDLE handle, I n, const T* x, I incx, const T* y, I incy, T* result), \
     (handle, n, x, incx, y, incy, result)) \
  DO(cublas##LETTER##dotc, dotc, (HANDLE handle, I n, const T* x, I incx, const T* y, I incy, T* result), \
     (handle, n, x, incx, y, incy, result)) \
  DO(cublas##LETTER##hemv, hemv, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* a, I lda, const T* x, \
     I incx, const T* beta, T* y, I incy), \
     (handle, uplo, n, alpha, a, lda, x, incx, beta, y, incy)) \
  DO(cublas##LETTER##hbmv, hbmv, (HANDLE handle, cublasFillMode_t uplo, I n, I k, const T* alpha, const T* a, I lda, \
     const T* x, I incx, const T* beta, T* y, I incy), \
     (handle, uplo, n, k, alpha, a, lda, x, incx, beta, y, incy)) \
  DO(cublas##LETTER##hpmv, hpmv, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* ap, const T* x, \
     I incx, const T* beta, T* y, I incy), \
     (handle, uplo, n, alpha, ap, x, incx, beta, y, incy)) \
  DO(cublas##LETTER##geru, geru, (HANDLE handle, I m, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* a, \
     I lda), \
     (handle, m, n, alpha, x, incx, y, incy, a, lda)) \
  DO(cublas##LETTER##gerc, gerc, (HANDLE handle, I m, I n, const T* alpha, const T* x, I incx, const T* y, I incy, T* a, \
     I lda), \
     (handle, m, n, alpha, x, incx, y, incy, a, lda)) \
  DO(cublas##LETTER##her, her, (HANDLE handle, cublasFillMode_t uplo, I n, const R* alpha, const T* x, I incx, T* a, I lda), \
     (handle, uplo, n, alpha, x, incx, a, lda)) \
  DO(cublas##LETTER##hpr, hpr, (HANDLE handle, cublasFillMode_t uplo, I n, const R* alpha, const T* x, I incx, T* ap), \
     (handle, uplo, n, alpha, x, incx, ap)) \
  DO(cublas##LETTER##her2, her2, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, const T* y, \
     I incy, T* a, I lda), \
     (handle, uplo, n, alpha, x, incx, y, incy, a, lda)) \
  DO(cublas##LETTER##hpr2, hpr2, (HANDLE handle, cublasFillMode_t uplo, I n, const T* alpha, const T* x, I incx, const T* y, \
     I incy, T* ap), \
     (handle, uplo, n, alpha, x, incx, y, incy, ap)) \
  DO(cublas##LETTER##gemm3m, gemm, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
     const T* alpha, const T* a, I lda, const T* b, I ldb, const T* beta, T* c, I ldc), \
     (handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)) \
  DO(cublas##LETTER##gemm3mBatched, gemmBatched, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, \
     I n, I k, const T* alpha, const T* const Aarray[], I lda, const T* const Barray[], I ldb, const T* beta, \
     T* const Carray[], I ldc, I batchCount), \
     (handle, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount)) \
  DO(cublas##LETTER##gemm3mStridedBatched, gemmStridedBatched, (HANDLE handle, cublasOperation_t transa, \
     cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* a, I lda, long long int strideA, const T* b, I ldb, \
     long long int strideB, const T* beta, T* c, I ldc, long long int strideC, I batchCount), \
     (handle, transa, transb, m, n, k, alpha, a, lda, strideA, b, ldb, strideB, beta, c, ldc, strideC, batchCount)) \
  DO(cublas##MIXED##scal, scal, (HANDLE handle, I n, const R* alpha, T* x, I incx), \
     (handle, n, alpha, x, incx)) \
  DO(cublas##MIXED##rot, rot, (HANDLE handle, I n, T* x, I incx, T* y, I incy, const R* c, const R* s), \
     (handle, n, x, incx, y, incy, c, s))

#define LOOM_CUBLAS_GEMM(DO, NAME, HANDLE, T, I) \
  DO(NAME##gemm, gemm, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
     const T* alpha, const T* a, I lda, const T* b, I ldb, const T* beta, T* c, I ldc), \
     (handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc))

// Level 3, of cuBLAS and of cuBLAS-Xt.
#define LOOM_CUBLAS_LEVEL_3(DO, PREFIX, LETTER, HANDLE, T, I) \
  LOOM_CUBLAS_GEMM(DO, PREFIX##LETTER, HANDLE, T, I) \
  DO(PREFIX##LETTER##symm, symm, (HANDLE handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T* alpha, \
     const T* a, I lda, const T* b, I ldb, const T* beta, T* c, I ldc), \
     (handle, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)) \
  DO(PREFIX##LETTER##syrk, syrk, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, \
     const T* a, I lda, const T* beta, T* c, I ldc), \
     (handle, uplo, trans, n, k, alpha, a, lda, beta, c, ldc)) \
  DO(PREFIX##LETTER##syr2k, syr2k, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, \
     const T* a, I lda, const T* b, I ldb, const T* beta, T* c, I ldc), \
     (handle, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)) \
  DO(PREFIX##LETTER##syrkx, syrkx, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, \
     const T* a, I lda, const T* b, I ldb, const T* beta, T* c, I ldc), \
     (handle, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)) \
  DO(PREFIX##LETTER##trsm, trsm, (HANDLE handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
     cublasDiagType_t diag, I m, I n, const T* alpha, const T* a, I lda, T* b, I ldb), \
     (handle, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb)) \
  DO(PREFIX##LETTER##trmm, trmm, (HANDLE handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, \
     cublasDiagType_t diag, I m, I n, const T* alpha, const T* a, I lda, const T* b, I ldb, T* c, I ldc), \
     (handle, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, c, ldc))

#define LOOM_CUBLAS_LEVEL_3_COMPLEX(DO, PREFIX, LETTER, HANDLE, T, R, I) \
  DO(PREFIX##LETTER##hemm, hemm, (HANDLE handle, cublasSideMode_t side, cublasFillMode_t uplo, I m, I n, const T* alpha, \
     const T* a, I lda, const T* b, I ldb, const T* beta, T* c, I ldc), \
     (handle, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)) \
  DO(PREFIX##LETTER##herk, herk, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const R* alpha, \
     const T* a, I lda, const R* beta, T* c, I ldc), \
     (handle, uplo, trans, n, k, alpha, a, lda, beta, c, ldc)) \
  DO(PREFIX##LETTER##her2k, her2k, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, \
     const T* a, I lda, const T* b, I ldb, const R* beta, T* c, I ldc), \
     (handle, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc)) \
  DO(PREFIX##LETTER##herkx, herkx, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const T* alpha, \
     const T* a, I lda, const T* b, I ldb, const R* beta, T* c, I ldc), \
     (handle, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc))

// Products in batches; of a matrix and a vector the elements are X, those of the result Y, and alpha and beta are T.
#define LOOM_CUBLAS_GEMM_BATCHES(DO, NAME, HANDLE, T, I) \
  DO(NAME##gemmBatched, gemmBatched, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, \
     I k, const T* alpha, const T* const Aarray[], I lda, const T* const Barray[], I ldb, const T* beta, T* const Carray[], \
     I ldc, I batchCount), \
     (handle, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount)) \
  DO(NAME##gemmStridedBatched, gemmStridedBatched, (HANDLE handle, cublasOperation_t transa, \
     cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* a, I lda, long long int strideA, const T* b, I ldb, \
     long long int strideB, const T* beta, T* c, I ldc, long long int strideC, I batchCount), \
     (handle, transa, transb, m, n, k, alpha, a, lda, strideA, b, ldb, strideB, beta, c, ldc, strideC, batchCount))

#define LOOM_CUBLAS_GEMV_BATCHES(DO, NAME, HANDLE, T, X, Y, I) \
  DO(NAME##gemvBatched, gemvBatched, (HANDLE handle, cublasOperation_t trans, I m, I n, const T* alpha, \
     const X* const Aarray[], I lda, const X* const xarray[], I incx, const T* beta, Y* const yarray[], I incy, \
     I batchCount), \
     (handle, trans, m, n, alpha, Aarray, lda, xarray, incx, beta, yarray, incy, batchCount)) \
  DO(NAME##gemvStridedBatched, gemvStridedBatched, (HANDLE handle, cublasOperation_t trans, I m, I n, \
     const T* alpha, const X* a, I lda, long long int strideA, const X* x, I incx, long long int stridex, const T* beta, \
     Y* y, I incy, long long int stridey, I batchCount), \
     (handle, trans, m, n, alpha, a, lda, strideA, x, incx, stridex, beta, y, incy, stridey, batchCount))

// What there is of 16 bits.
#define LOOM_CUBLAS_16_BITS(DO, HANDLE, HALF, BFLOAT, I) \
  LOOM_CUBLAS_GEMM(DO, cublasH, HANDLE, HALF, I) \
  LOOM_CUBLAS_GEMM_BATCHES(DO, cublasH, HANDLE, HALF, I) \
  LOOM_CUBLAS_GEMV_BATCHES(DO, cublasHSH, HANDLE, float, HALF, HALF, I) \
  LOOM_CUBLAS_GEMV_BATCHES(DO, cublasHSS, HANDLE, float, HALF, float, I) \
  LOOM_CUBLAS_GEMV_BATCHES(DO, cublasTST, HANDLE, float, BFLOAT, BFLOAT, I) \
  LOOM_CUBLAS_GEMV_BATCHES(DO, cublasTSS, HANDLE, float, BFLOAT, float, I)

// Extensions.
#define LOOM_CUBLAS_EXTENSIONS(DO, LETTER, HANDLE, T, I) \
  LOOM_CUBLAS_GEMM_BATCHES(DO, cublas##LETTER, HANDLE, T, I) \
  LOOM_CUBLAS_GEMV_BATCHES(DO, cublas##LETTER, HANDLE, T, T, T, I) \
  DO(cublas##LETTER##trsmBatched, trsmBatched, (HANDLE handle, cublasSideMode_t side, cublasFillMode_t uplo, \
     cublasOperation_t trans, cublasDiagType_t diag, I m, I n, const T* alpha, const T* const a[], I lda, T* const b[], \
     I ldb, I batchCount), \
     (handle, side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, batchCount)) \
  DO(cublas##LETTER##geam, geam, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, \
     const T* alpha, const T* a, I lda, const T* beta, const T* b, I ldb, T* c, I ldc), \
     (handle, transa, transb, m, n, alpha, a, lda, beta, b, ldb, c, ldc)) \
  DO(cublas##LETTER##dgmm, dgmm, (HANDLE handle, cublasSideMode_t mode, I m, I n, const T* a, I lda, const T* x, I incx, \
     T* c, I ldc), \
     (handle, mode, m, n, a, lda, x, incx, c, ldc))

// Those that know int only.
#define LOOM_CUBLAS_EXTENSIONS_OF_INT(DO, LETTER, HANDLE, T, R, I) \
  DO(cublas##LETTER##tpttr, tpttr, (HANDLE handle, cublasFillMode_t uplo, I n, const T* ap, T* a, I lda), \
     (handle, uplo, n, ap, a, lda)) \
  DO(cublas##LETTER##trttp, trttp, (HANDLE handle, cublasFillMode_t uplo, I n, const T* a, I lda, T* ap), \
     (handle, uplo, n, a, lda, ap)) \
  DO(cublas##LETTER##getrfBatched, getrfBatched, (HANDLE handle, I n, T* const a[], I lda, I* ipiv, I* info, I batchSize), \
     (handle, n, a, lda, ipiv, info, batchSize)) \
  DO(cublas##LETTER##getrsBatched, getrsBatched, (HANDLE handle, cublasOperation_t trans, I n, I nrhs, \
     const T* const Aarray[], I lda, const I* devIpiv, T* const Barray[], I ldb, I* info, I batchSize), \
     (handle, trans, n, nrhs, Aarray, lda, devIpiv, Barray, ldb, info, batchSize)) \
  DO(cublas##LETTER##getriBatched, getriBatched, (HANDLE handle, I n, const T* const a[], I lda, const I* ipiv, T* const c[], \
     I ldc, I* info, I batchSize), \
     (handle, n, a, lda, ipiv, c, ldc, info, batchSize)) \
  DO(cublas##LETTER##matinvBatched, matinvBatched, (HANDLE handle, I n, const T* const a[], I lda, T* const Ainv[], \
     I lda_inv, I* info, I batchSize), \
     (handle, n, a, lda, Ainv, lda_inv, info, batchSize)) \
  DO(cublas##LETTER##geqrfBatched, geqrfBatched, (HANDLE handle, I m, I n, T* const Aarray[], I lda, T* const TauArray[], \
     I* info, I batchSize), \
     (handle, m, n, Aarray, lda, TauArray, info, batchSize)) \
  DO(cublas##LETTER##gelsBatched, gelsBatched, (HANDLE handle, cublasOperation_t trans, I m, I n, I nrhs, T* const Aarray[], \
     I lda, T* const Carray[], I ldc, I* info, I* devInfoArray, I batchSize), \
     (handle, trans, m, n, nrhs, Aarray, lda, Carray, ldc, info, devInfoArray, batchSize)) \
  DO(cublas##LETTER##rotg, rotg, (HANDLE handle, T* a, T* b, R* c, T* s), \
     (handle, a, b, c, s))

#define LOOM_CUBLAS_REAL_OF_INT(DO, LETTER, HANDLE, T) \
  DO(cublas##LETTER##rotmg, rotmg, (HANDLE handle, T* d1, T* d2, T* x1, const T* y1, T* param), \
     (handle, d1, d2, x1, y1, param))

// Routines that are told the types of their operands.
#define LOOM_CUBLAS_EX(DO, HANDLE, I) \
  DO(cublasNrm2Ex, nrm2Ex, (HANDLE handle, I n, const void* x, cudaDataType xType, I incx, void* result, \
     cudaDataType resultType, cudaDataType executionType), \
     (handle, n, x, xType, incx, result, resultType, executionType)) \
  DO(cublasDotEx, dotEx, (HANDLE handle, I n, const void* x, cudaDataType xType, I incx, const void* y, cudaDataType yType, \
     I incy, void* result, cudaDataType resultType, cudaDataType executionType), \
     (handle, n, x, xType, incx, y, yType, incy, result, resultType, executionType)) \
  DO(cublasDotcEx, dotcEx, (HANDLE handle, I n, const void* x, cudaDataType xType, I incx, const void* y, \
     cudaDataType yType, I incy, void* result, cudaDataType resultType, cudaDataType executionType), \
     (handle, n, x, xType, incx, y, yType, incy, result, resultType, executionType)) \
  DO(cublasScalEx, scalEx, (HANDLE handle, I n, const void* alpha, cudaDataType alphaType, void* x, cudaDataType xType, \
     I incx, cudaDataType executionType), \
     (handle, n, alpha, alphaType, x, xType, incx, executionType)) \
  DO(cublasAxpyEx, axpyEx, (HANDLE handle, I n, const void* alpha, cudaDataType alphaType, const void* x, \
     cudaDataType xType, I incx, void* y, cudaDataType yType, I incy, cudaDataType executiontype), \
     (handle, n, alpha, alphaType, x, xType, incx, y, yType, incy, executiontype)) \
  DO(cublasCopyEx, copyEx, (HANDLE handle, I n, const void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, \
     I incy), \
     (handle, n, x, xType, incx, y, yType, incy)) \
  DO(cublasSwapEx, swapEx, (HANDLE handle, I n, void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, I incy), \
     (handle, n, x, xType, incx, y, yType, incy)) \
  DO(cublasIamaxEx, iamaxEx, (HANDLE handle, I n, const void* x, cudaDataType xType, I incx, I* result), \
     (handle, n, x, xType, incx, result)) \
  DO(cublasIaminEx, iaminEx, (HANDLE handle, I n, const void* x, cudaDataType xType, I incx, I* result), \
     (handle, n, x, xType, incx, result)) \
  DO(cublasAsumEx, asumEx, (HANDLE handle, I n, const void* x, cudaDataType xType, I incx, void* result, \
     cudaDataType resultType, cudaDataType executiontype), \
     (handle, n, x, xType, incx, result, resultType, executiontype)) \
  DO(cublasRotEx, rotEx, (HANDLE handle, I n, void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, I incy, \
     const void* c, const void* s, cudaDataType csType, cudaDataType executiontype), \
     (handle, n, x, xType, incx, y, yType, incy, c, s, csType, executiontype)) \
  DO(cublasRotmEx, rotmEx, (HANDLE handle, I n, void* x, cudaDataType xType, I incx, void* y, cudaDataType yType, I incy, \
     const void* param, cudaDataType paramType, cudaDataType executiontype), \
     (handle, n, x, xType, incx, y, yType, incy, param, paramType, executiontype)) \
  DO(cublasGemmEx, gemmEx, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
     const void* alpha, const void* a, cudaDataType Atype, I lda, const void* b, cudaDataType Btype, I ldb, \
     const void* beta, void* c, cudaDataType Ctype, I ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo), \
     (handle, transa, transb, m, n, k, alpha, a, Atype, lda, b, Btype, ldb, beta, c, Ctype, ldc, computeType, algo)) \
  DO(cublasGemmBatchedEx, gemmBatchedEx, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
     const void* alpha, const void* const Aarray[], cudaDataType Atype, I lda, const void* const Barray[], \
     cudaDataType Btype, I ldb, const void* beta, void* const Carray[], cudaDataType Ctype, I ldc, I batchCount, \
     cublasComputeType_t computeType, cublasGemmAlgo_t algo), \
     (handle, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta, Carray, Ctype, ldc, batchCount, \
     computeType, algo)) \
  DO(cublasGemmStridedBatchedEx, gemmStridedBatchedEx, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, \
     I m, I n, I k, const void* alpha, const void* a, cudaDataType Atype, I lda, long long int strideA, const void* b, \
     cudaDataType Btype, I ldb, long long int strideB, const void* beta, void* c, cudaDataType Ctype, I ldc, \
     long long int strideC, I batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo), \
     (handle, transa, transb, m, n, k, alpha, a, Atype, lda, strideA, b, Btype, ldb, strideB, beta, c, Ctype, ldc, strideC, \
     batchCount, computeType, algo)) \
  DO(cublasSgemmEx, sgemmEx, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
     const float* alpha, const void* a, cudaDataType Atype, I lda, const void* b, cudaDataType Btype, I ldb, \
     const float* beta, void* c, cudaDataType Ctype, I ldc), \
     (handle, transa, transb, m, n, k, alpha, a, Atype, lda, b, Btype, ldb, beta, c, Ctype, ldc)) \
  DO(cublasCgemmEx, cgemmEx, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
     const cuComplex* alpha, const void* a, cudaDataType Atype, I lda, const void* b, cudaDataType Btype, I ldb, \
     const cuComplex* beta, void* c, cudaDataType Ctype, I ldc), \
     (handle, transa, transb, m, n, k, alpha, a, Atype, lda, b, Btype, ldb, beta, c, Ctype, ldc)) \
  DO(cublasCgemm3mEx, cgemm3mEx, (HANDLE handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k, \
     const cuComplex* alpha, const void* a, cudaDataType Atype, I lda, const void* b, cudaDataType Btype, I ldb, \
     const cuComplex* beta, void* c, cudaDataType Ctype, I ldc), \
     (handle, transa, transb, m, n, k, alpha, a, Atype, lda, b, Btype, ldb, beta, c, Ctype, ldc)) \
  DO(cublasCherkEx, cherkEx, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, const float* alpha, \
     const void* a, cudaDataType Atype, I lda, const float* beta, void* c, cudaDataType Ctype, I ldc), \
     (handle, uplo, trans, n, k, alpha, a, Atype, lda, beta, c, Ctype, ldc)) \
  DO(cublasCherk3mEx, cherk3mEx, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, \
     const float* alpha, const void* a, cudaDataType Atype, I lda, const float* beta, void* c, cudaDataType Ctype, I ldc), \
     (handle, uplo, trans, n, k, alpha, a, Atype, lda, beta, c, Ctype, ldc)) \
  DO(cublasCsyrkEx, csyrkEx, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, \
     const cuComplex* alpha, const void* a, cudaDataType Atype, I lda, const cuComplex* beta, void* c, cudaDataType Ctype, \
     I ldc), \
     (handle, uplo, trans, n, k, alpha, a, Atype, lda, beta, c, Ctype, ldc)) \
  DO(cublasCsyrk3mEx, csyrk3mEx, (HANDLE handle, cublasFillMode_t uplo, cublasOperation_t trans, I n, I k, \
     const cuComplex* alpha, const void* a, cudaDataType Atype, I lda, const cuComplex* beta, void* c, cudaDataType Ctype, \
     I ldc), \
     (handle, uplo, trans, n, k, alpha, a, Atype, lda, beta, c, Ctype, ldc))

#define LOOM_CUBLAS_EX_OF_INT(DO, HANDLE) \
  DO(cublasRotgEx, rotgEx, (HANDLE handle, void* a, void* b, cudaDataType abType, void* c, void* s, cudaDataType csType, \
     cudaDataType executiontype), \
     (handle, a, b, abType, c, s, csType, executiontype)) \
  DO(cublasRotmgEx, rotmgEx, (HANDLE handle, void* d1, cudaDataType d1Type, void* d2, cudaDataType d2Type, void* x1, \
     cudaDataType x1Type, const void* y1, cudaDataType y1Type, void* param, cudaDataType paramType, \
     cudaDataType executiontype), \
     (handle, d1, d1Type, d2, d2Type, x1, x1Type, y1, y1Type, param, paramType, executiontype))

// All types at once, with integers of one size.
#define LOOM_CUBLAS_ALL_WITH(DO, I)                                                                      \
  LOOM_CUBLAS_LEVELS_1_AND_2(DO, S, s, S, cublasHandle_t, float, float, I)                               \
  LOOM_CUBLAS_LEVELS_1_AND_2(DO, D, d, D, cublasHandle_t, double, double, I)                             \
  LOOM_CUBLAS_LEVELS_1_AND_2(DO, C, c, Sc, cublasHandle_t, cuComplex, float, I)                          \
  LOOM_CUBLAS_LEVELS_1_AND_2(DO, Z, z, Dz, cublasHandle_t, cuDoubleComplex, double, I)                   \
  LOOM_CUBLAS_REAL(DO, S, cublasHandle_t, float, I)                                                      \
  LOOM_CUBLAS_REAL(DO, D, cublasHandle_t, double, I)                                                     \
  LOOM_CUBLAS_COMPLEX(DO, C, Cs, cublasHandle_t, cuComplex, float, I)                                    \
  LOOM_CUBLAS_COMPLEX(DO, Z, Zd, cublasHandle_t, cuDoubleComplex, double, I)                             \
  LOOM_CUBLAS_LEVEL_3(DO, cublas, S, cublasHandle_t, float, I)                                           \
  LOOM_CUBLAS_LEVEL_3(DO, cublas, D, cublasHandle_t, double, I)                                          \
  LOOM_CUBLAS_LEVEL_3(DO, cublas, C, cublasHandle_t, cuComplex, I)                                       \
  LOOM_CUBLAS_LEVEL_3(DO, cublas, Z, cublasHandle_t, cuDoubleComplex, I)                                 \
  LOOM_CUBLAS_LEVEL_3_COMPLEX(DO, cublas, C, cublasHandle_t, cuComplex, float, I)                        \
  LOOM_CUBLAS_LEVEL_3_COMPLEX(DO, cublas, Z, cublasHandle_t, cuDoubleComplex, double, I)                 \
  LOOM_CUBLAS_EXTENSIONS(DO, S, cublasHandle_t, float, I)                                                \
  LOOM_CUBLAS_EXTENSIONS(DO, D, cublasHandle_t, double, I)                                               \
  LOOM_CUBLAS_EXTENSIONS(DO, C, cublasHandle_t, cuComplex, I)                                            \
  LOOM_CUBLAS_EXTENSIONS(DO, Z, cublasHandle_t, cuDoubleComplex, I)                                      \
  LOOM_CUBLAS_16_BITS(DO, cublasHandle_t, __half, __nv_bfloat16, I)                                      \
  LOOM_CUBLAS_EX(DO, cublasHandle_t, I)

#define LOOM_CUBLAS_ALL(DO, DO_64)                                                                       \
  LOOM_CUBLAS_ALL_WITH(DO, int)                                                                          \
  LOOM_CUBLAS_ALL_WITH(DO_64, int64_t)                                                                   \
  LOOM_CUBLAS_EXTENSIONS_OF_INT(DO, S, cublasHandle_t, float, float, int)                                \
  LOOM_CUBLAS_EXTENSIONS_OF_INT(DO, D, cublasHandle_t, double, double, int)                              \
  LOOM_CUBLAS_EXTENSIONS_OF_INT(DO, C, cublasHandle_t, cuComplex, float, int)                            \
  LOOM_CUBLAS_EXTENSIONS_OF_INT(DO, Z, cublasHandle_t, cuDoubleComplex, double, int)                     \
  LOOM_CUBLAS_REAL_OF_INT(DO, S, cublasHandle_t, float)                                                  \
  LOOM_CUBLAS_REAL_OF_INT(DO, D, cublasHandle_t, double)                                                 \
  LOOM_CUBLAS_EX_OF_INT(DO, cublasHandle_t)

// cuBLAS-Xt: level 3 with sizes of size_t, and the product with a symmetric matrix that is stored packed.
#define LOOM_CUBLAS_XT_SPMM(DO, LETTER, HANDLE, T)                                                                 \
  DO(cublasXt##LETTER##spmm, spmm, (HANDLE handle, cublasSideMode_t side, cublasFillMode_t uplo, size_t m, size_t n, \
     const T* alpha, const T* ap, const T* b, size_t ldb, const T* beta, T* c, size_t ldc),                        \
     (handle, side, uplo, m, n, alpha, ap, b, ldb, beta, c, ldc))

#define LOOM_CUBLAS_XT_ALL(DO)                                                                           \
  LOOM_CUBLAS_LEVEL_3(DO, cublasXt, S, cublasXtHandle_t, float, size_t)                                  \
  LOOM_CUBLAS_LEVEL_3(DO, cublasXt, D, cublasXtHandle_t, double, size_t)                                 \
  LOOM_CUBLAS_LEVEL_3(DO, cublasXt, C, cublasXtHandle_t, cuComplex, size_t)                              \
  LOOM_CUBLAS_LEVEL_3(DO, cublasXt, Z, cublasXtHandle_t, cuDoubleComplex, size_t)                        \
  LOOM_CUBLAS_LEVEL_3_COMPLEX(DO, cublasXt, C, cublasXtHandle_t, cuComplex, float, size_t)               \
  LOOM_CUBLAS_LEVEL_3_COMPLEX(DO, cublasXt, Z, cublasXtHandle_t, cuDoubleComplex, double, size_t)        \
  LOOM_CUBLAS_XT_SPMM(DO, S, cublasXtHandle_t, float)                                                    \
  LOOM_CUBLAS_XT_SPMM(DO, D, cublasXtHandle_t, double)                                                   \
  LOOM_CUBLAS_XT_SPMM(DO, C, cublasXtHandle_t, cuComplex)                                                \
  LOOM_CUBLAS_XT_SPMM(DO, Z, cublasXtHandle_t, cuDoubleComplex)
