// The routines of float and double.
#include "libraries/cublas/define.hpp"
#include "libraries/cublas/extensions.hpp"
#include "libraries/cublas/lapack.hpp"
#include "libraries/cublas/rotations.hpp"

#define LOOM_REAL(DEFINE, LETTER, INDEX, T, I)                                          \
  LOOM_CUBLAS_LEVELS_1_AND_2(DEFINE, LETTER, INDEX, LETTER, cublasHandle_t, T, T, I)    \
  LOOM_CUBLAS_REAL(DEFINE, LETTER, cublasHandle_t, T, I)                                \
  LOOM_CUBLAS_LEVEL_3(DEFINE, cublas, LETTER, cublasHandle_t, T, I)                     \
  LOOM_CUBLAS_EXTENSIONS(DEFINE, LETTER, cublasHandle_t, T, I)

LOOM_REAL(LOOM_DEFINE, S, s, float, int)
LOOM_REAL(LOOM_DEFINE, D, d, double, int)
LOOM_REAL(LOOM_DEFINE_64, S, s, float, int64_t)
LOOM_REAL(LOOM_DEFINE_64, D, d, double, int64_t)
LOOM_CUBLAS_EXTENSIONS_OF_INT(LOOM_DEFINE, S, cublasHandle_t, float, float, int)
LOOM_CUBLAS_EXTENSIONS_OF_INT(LOOM_DEFINE, D, cublasHandle_t, double, double, int)
LOOM_CUBLAS_REAL_OF_INT(LOOM_DEFINE, S, cublasHandle_t, float)
LOOM_CUBLAS_REAL_OF_INT(LOOM_DEFINE, D, cublasHandle_t, double)
