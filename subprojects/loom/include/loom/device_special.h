// Mathematical functions that CUDA has and the C library has not. They are worked out in a wider type and rounded once, so
// they are as exact as a GPU's or more.
#pragma once

// T is float or double; the float functions end in f.
#define LOOM_SPECIAL(T, f)                                                                            \
  T sinpi##f(T x);                                                                                    \
  T cospi##f(T x);                                                                                    \
  void sincospi##f(T x, T* sptr, T* cptr);                                                            \
  T rsqrt##f(T x);                                                                                    \
  T rcbrt##f(T x);                                                                                    \
  T rhypot##f(T x, T y);                                                                              \
  T norm3d##f(T a, T b, T c);                                                                         \
  T rnorm3d##f(T a, T b, T c);                                                                        \
  T norm4d##f(T a, T b, T c, T d);                                                                    \
  T rnorm4d##f(T a, T b, T c, T d);                                                                   \
  T erfinv##f(T y);                                                                                   \
  T erfcinv##f(T y);                                                                                  \
  T erfcx##f(T x);                                                                                    \
  T normcdf##f(T x);                                                                                  \
  T normcdfinv##f(T p);                                                                               \
  T cyl_bessel_i0##f(T x);                                                                            \
  T cyl_bessel_i1##f(T x);                                                                            \
  /* The Euclidean length of dim numbers in memory, and one over it. */                               \
  __attribute__((always_inline)) inline T norm##f(int dim, const T* p) {                              \
    T length = 0;                                                                                     \
    for (int i = 0; i < dim; ++i) length = hypot##f(length, p[i]);                                    \
    return length;                                                                                    \
  }                                                                                                   \
  __attribute__((always_inline)) inline T rnorm##f(int dim, const T* p) { return T{1} / norm##f(dim, p); }

LOOM_SPECIAL(float, f)
LOOM_SPECIAL(double, )
#undef LOOM_SPECIAL
