// The routines that are told the types of their operands, and those of 16 bits.
#include "libraries/cublas/typed.hpp"

#include "libraries/cublas/define.hpp"

using cuComplex = std::complex<float>;

using loom::cublas::BFloat16;
using loom::cublas::Half;

LOOM_CUBLAS_16_BITS(LOOM_DEFINE, cublasHandle_t, Half, BFloat16, int)
LOOM_CUBLAS_16_BITS(LOOM_DEFINE_64, cublasHandle_t, Half, BFloat16, int64_t)
LOOM_CUBLAS_EX(LOOM_DEFINE, cublasHandle_t, int)
LOOM_CUBLAS_EX(LOOM_DEFINE_64, cublasHandle_t, int64_t)
LOOM_CUBLAS_EX_OF_INT(LOOM_DEFINE, cublasHandle_t)
