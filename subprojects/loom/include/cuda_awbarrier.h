// nvcuda::experimental::awbarrier, which came before cuda::barrier.
#pragma once

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

#define LOOM_AWBARRIER __attribute__((always_inline))

class awbarrier {
 public:
  class arrival_token {
   public:
    arrival_token() = default;
    LOOM_AWBARRIER uint32_t pending_count() const { return __mbarrier_token_pending_count(token_); }

   private:
    friend awbarrier;
    LOOM_AWBARRIER explicit arrival_token(uint64_t token) : token_(token) {}
    uint64_t token_;
  };

  awbarrier() = default;
  awbarrier(const awbarrier&) = delete;
  awbarrier& operator=(const awbarrier&) = delete;

  LOOM_AWBARRIER arrival_token arrive() { return arrival_token(__mbarrier_arrive(&barrier_)); }
  LOOM_AWBARRIER arrival_token arrive_and_drop() { return arrival_token(__mbarrier_arrive_and_drop(&barrier_)); }
  // These may wait for so long, and need not.
  LOOM_AWBARRIER bool timed_wait(arrival_token token, uint32_t) { return __mbarrier_test_wait(&barrier_, token.token_); }
  LOOM_AWBARRIER bool timed_wait_parity(bool phase, uint32_t) { return __mbarrier_test_wait_parity(&barrier_, phase); }
  LOOM_AWBARRIER bool try_wait(arrival_token token, uint32_t) { return __mbarrier_test_wait(&barrier_, token.token_); }
  LOOM_AWBARRIER bool try_wait_parity(bool phase, uint32_t) { return __mbarrier_test_wait_parity(&barrier_, phase); }
  LOOM_AWBARRIER void wait(arrival_token token) { loom::wait_at(&barrier_, (token.token_ & loom::odd_phase) != 0, loom::Scope::block); }
  LOOM_AWBARRIER void arrive_and_wait() { loom::arrive_and_wait_at(&barrier_); }
  static constexpr uint32_t max() { return (1u << 14) - 1; }

 private:
  uint64_t barrier_;
  friend LOOM_AWBARRIER void init(awbarrier* barrier, uint32_t expected_count) { __mbarrier_init(&barrier->barrier_, expected_count); }
  friend LOOM_AWBARRIER void inval(awbarrier* barrier) { __mbarrier_inval(&barrier->barrier_); }
};

#undef LOOM_AWBARRIER

}  // namespace experimental
}  // namespace nvcuda
