// Fortran's BLAS and LAPACK, as OpenBLAS brings them: one name for all types. Fortran passes by reference, and so do these
// declarations; arrays are pointers. An argument must be one that the routine takes: it would end the program otherwise.
#pragma once

#include <complex>

namespace loom::cublas::fortran {

using Char = const char&;
using Int = const int&;

#define LOOM_FORTRAN(routine, name, ...) void routine(__VA_ARGS__) __asm__(#name "_");

#define LOOM_FORTRAN_EVERY(s, T)                                                                                     \
  LOOM_FORTRAN(gemv, s##gemv, Char, Int, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)             \
  LOOM_FORTRAN(gbmv, s##gbmv, Char, Int, Int, Int, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)   \
  LOOM_FORTRAN(symv, s##symv, Char, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)                  \
  LOOM_FORTRAN(trmv, s##trmv, Char, Char, Char, Int, const T*, Int, T*, Int)                                         \
  LOOM_FORTRAN(trsv, s##trsv, Char, Char, Char, Int, const T*, Int, T*, Int)                                         \
  LOOM_FORTRAN(tbmv, s##tbmv, Char, Char, Char, Int, Int, const T*, Int, T*, Int)                                    \
  LOOM_FORTRAN(tbsv, s##tbsv, Char, Char, Char, Int, Int, const T*, Int, T*, Int)                                    \
  LOOM_FORTRAN(tpmv, s##tpmv, Char, Char, Char, Int, const T*, T*, Int)                                              \
  LOOM_FORTRAN(tpsv, s##tpsv, Char, Char, Char, Int, const T*, T*, Int)                                              \
  LOOM_FORTRAN(syr, s##syr, Char, Int, const T&, const T*, Int, T*, Int)                                             \
  LOOM_FORTRAN(gemm, s##gemm, Char, Char, Int, Int, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)  \
  LOOM_FORTRAN(symm, s##symm, Char, Char, Int, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)       \
  LOOM_FORTRAN(syrk, s##syrk, Char, Char, Int, Int, const T&, const T*, Int, const T&, T*, Int)                      \
  LOOM_FORTRAN(syr2k, s##syr2k, Char, Char, Int, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)     \
  LOOM_FORTRAN(trmm, s##trmm, Char, Char, Char, Char, Int, Int, const T&, const T*, Int, T*, Int)                    \
  LOOM_FORTRAN(trsm, s##trsm, Char, Char, Char, Char, Int, Int, const T&, const T*, Int, T*, Int)                    \
  LOOM_FORTRAN(getrf, s##getrf, Int, Int, T*, Int, int*, int&)                                                       \
  LOOM_FORTRAN(getrs, s##getrs, Char, Int, Int, const T*, Int, const int*, T*, Int, int&)                            \
  LOOM_FORTRAN(geqrf, s##geqrf, Int, Int, T*, Int, T*, T*, Int, int&)

#define LOOM_FORTRAN_REAL(s, T)                                                                                      \
  LOOM_FORTRAN(sbmv, s##sbmv, Char, Int, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)             \
  LOOM_FORTRAN(spmv, s##spmv, Char, Int, const T&, const T*, const T*, Int, const T&, T*, Int)                       \
  LOOM_FORTRAN(geru, s##ger, Int, Int, const T&, const T*, Int, const T*, Int, T*, Int)                              \
  LOOM_FORTRAN(spr, s##spr, Char, Int, const T&, const T*, Int, T*)                                                  \
  LOOM_FORTRAN(spr2, s##spr2, Char, Int, const T&, const T*, Int, const T*, Int, T*)                                 \
  LOOM_FORTRAN(rotmg, s##rotmg, T&, T&, T&, const T&, T*)                                                            \
  LOOM_FORTRAN(unmqr, s##ormqr, Char, Char, Int, Int, Int, const T*, Int, const T*, T*, Int, T*, Int, int&)

#define LOOM_FORTRAN_COMPLEX(s, T, R)                                                                                \
  LOOM_FORTRAN(geru, s##geru, Int, Int, const T&, const T*, Int, const T*, Int, T*, Int)                             \
  LOOM_FORTRAN(gerc, s##gerc, Int, Int, const T&, const T*, Int, const T*, Int, T*, Int)                             \
  LOOM_FORTRAN(hemv, s##hemv, Char, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)                  \
  LOOM_FORTRAN(hbmv, s##hbmv, Char, Int, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)             \
  LOOM_FORTRAN(hpmv, s##hpmv, Char, Int, const T&, const T*, const T*, Int, const T&, T*, Int)                       \
  LOOM_FORTRAN(her, s##her, Char, Int, const R&, const T*, Int, T*, Int)                                             \
  LOOM_FORTRAN(hpr, s##hpr, Char, Int, const R&, const T*, Int, T*)                                                  \
  LOOM_FORTRAN(her2, s##her2, Char, Int, const T&, const T*, Int, const T*, Int, T*, Int)                            \
  LOOM_FORTRAN(hpr2, s##hpr2, Char, Int, const T&, const T*, Int, const T*, Int, T*)                                 \
  LOOM_FORTRAN(hemm, s##hemm, Char, Char, Int, Int, const T&, const T*, Int, const T*, Int, const T&, T*, Int)       \
  LOOM_FORTRAN(herk, s##herk, Char, Char, Int, Int, const R&, const T*, Int, const R&, T*, Int)                      \
  LOOM_FORTRAN(her2k, s##her2k, Char, Char, Int, Int, const T&, const T*, Int, const T*, Int, const R&, T*, Int)     \
  LOOM_FORTRAN(unmqr, s##unmqr, Char, Char, Int, Int, Int, const T*, Int, const T*, T*, Int, T*, Int, int&)

LOOM_FORTRAN_EVERY(s, float)
LOOM_FORTRAN_EVERY(d, double)
LOOM_FORTRAN_EVERY(c, std::complex<float>)
LOOM_FORTRAN_EVERY(z, std::complex<double>)
LOOM_FORTRAN_REAL(s, float)
LOOM_FORTRAN_REAL(d, double)
LOOM_FORTRAN_COMPLEX(c, std::complex<float>, float)
LOOM_FORTRAN_COMPLEX(z, std::complex<double>, double)

#undef LOOM_FORTRAN
#undef LOOM_FORTRAN_EVERY
#undef LOOM_FORTRAN_REAL
#undef LOOM_FORTRAN_COMPLEX

}  // namespace loom::cublas::fortran
