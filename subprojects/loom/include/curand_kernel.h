// cuRAND for kernels. Nothing need be linked for it.
#pragma once
#define CURAND_KERNEL_H_   // programs ask by this name whether the header is included

#if !__has_include(<Random123/philox.h>)
#error "cuRAND needs Random123's headers: install them (`apt install librandom123-dev`) and build loom again"
#endif

#include "curand.h"
#include "loom/random/distributions.h"
#include "loom/random/poisson.h"

namespace loom::random {

// Made only where a program uses the type.
template <class Absent>
struct Mtgp32 {
  static_assert(sizeof(Absent) == 0, "loom has no MTGP32: use curandStateXORWOW_t, curandStateMRG32k3a_t or curandStatePhilox4_32_10_t");
};

}  // namespace loom::random

typedef loom::random::Mtgp32<int> curandStateMtgp32_t;
typedef loom::random::Mtgp32<int> curandStateMtgp32;
