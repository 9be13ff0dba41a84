// How the C functions come from the tables. A function passes its arguments to the template of its name; that complex numbers are
// std::complex here and a vector of two in the header makes no difference to a pointer.
#pragma once

#include "libraries/cublas/call.hpp"
#include "loom/cublas_routines.h"

#define LOOM_DEFINE(name, routine, parameters, arguments)                                                      \
  extern "C" cublasStatus_t name parameters {                                                                  \
    return loom::cublas::entry(#name, __builtin_return_address(0), [&] { return loom::cublas::routine arguments; }); \
  }
#define LOOM_DEFINE_64(name, routine, parameters, arguments) LOOM_DEFINE(name##_64, routine, parameters, arguments)
