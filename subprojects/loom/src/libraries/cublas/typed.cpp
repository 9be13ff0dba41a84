// The routines that are told the types of their operands.
#include "libraries/cublas/typed.hpp"

#include "libraries/cublas/define.hpp"

using cuComplex = std::complex<float>;

LOOM_CUBLAS_EX(LOOM_DEFINE, cublasHandle_t, int)
LOOM_CUBLAS_EX(LOOM_DEFINE_64, cublasHandle_t, int64_t)
LOOM_CUBLAS_EX_OF_INT(LOOM_DEFINE, cublasHandle_t)
