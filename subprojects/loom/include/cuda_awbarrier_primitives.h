// Barriers in shared memory in C's manner, where arriving and waiting are two things: those of <cuda/barrier>, word for word.
#pragma once

#include <stdint.h>

#include "loom/device_barriers.h"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

#define LOOM_MBARRIER __attribute__((always_inline)) inline

inline uint32_t __mbarrier_maximum_count() { return (1u << 14) - 1; }

LOOM_MBARRIER void __mbarrier_init(__mbarrier_t* barrier, uint32_t expected_count) { *barrier = loom::new_barrier(expected_count); }
// From now on it is memory like any other.
LOOM_MBARRIER void __mbarrier_inval(__mbarrier_t* barrier) { *barrier = 0; }

LOOM_MBARRIER __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return loom::arrive_at(barrier, 1, 0, false, loom::Scope::block).state;
}
LOOM_MBARRIER __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return loom::arrive_at(barrier, 1, 1, false, loom::Scope::block).state;
}
LOOM_MBARRIER uint32_t __mbarrier_token_pending_count(__mbarrier_token_t token) { return loom::arrivals_to_come(token); }

LOOM_MBARRIER bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool phase_parity) {
  return loom::has_ended(barrier, phase_parity, loom::Scope::block);
}
LOOM_MBARRIER bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  return __mbarrier_test_wait_parity(barrier, (token & loom::odd_phase) != 0);
}
// These may wait for so long, and need not.
LOOM_MBARRIER bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool phase_parity, uint32_t) {
  return __mbarrier_test_wait_parity(barrier, phase_parity);
}
LOOM_MBARRIER bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, uint32_t) { return __mbarrier_test_wait(barrier, token); }

#undef LOOM_MBARRIER
