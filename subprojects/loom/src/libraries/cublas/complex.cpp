// The routines of complex numbers in single and double precision.
#include "libraries/cublas/define.hpp"
#include "libraries/cublas/extensions.hpp"
#include "libraries/cublas/lapack.hpp"
#include "libraries/cublas/rotations.hpp"

#define LOOM_COMPLEX(DEFINE, LETTER, INDEX, NORM, MIXED, R, I)                                            \
  LOOM_CUBLAS_LEVELS_1_AND_2(DEFINE, LETTER, INDEX, NORM, cublasHandle_t, std::complex<R>, R, I)          \
  LOOM_CUBLAS_COMPLEX(DEFINE, LETTER, MIXED, cublasHandle_t, std::complex<R>, R, I)                       \
  LOOM_CUBLAS_LEVEL_3(DEFINE, cublas, LETTER, cublasHandle_t, std::complex<R>, I)                         \
  LOOM_CUBLAS_LEVEL_3_COMPLEX(DEFINE, cublas, LETTER, cublasHandle_t, std::complex<R>, R, I)              \
  LOOM_CUBLAS_EXTENSIONS(DEFINE, LETTER, cublasHandle_t, std::complex<R>, I)

LOOM_COMPLEX(LOOM_DEFINE, C, c, Sc, Cs, float, int)
LOOM_COMPLEX(LOOM_DEFINE, Z, z, Dz, Zd, double, int)
LOOM_COMPLEX(LOOM_DEFINE_64, C, c, Sc, Cs, float, int64_t)
LOOM_COMPLEX(LOOM_DEFINE_64, Z, z, Dz, Zd, double, int64_t)
LOOM_CUBLAS_EXTENSIONS_OF_INT(LOOM_DEFINE, C, cublasHandle_t, std::complex<float>, float, int)
LOOM_CUBLAS_EXTENSIONS_OF_INT(LOOM_DEFINE, Z, cublasHandle_t, std::complex<double>, double, int)
