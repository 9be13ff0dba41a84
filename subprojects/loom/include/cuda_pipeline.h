// Asynchronous copies in C's manner.
#pragma once

#include "loom/async_copy.h"

// Copies 4, 8 or 16 bytes to shared memory; the last `zfill` of them are zeros instead of what lies at the source.
__attribute__((always_inline)) inline void __pipeline_memcpy_async(void* destination, const void* source, std::size_t bytes,
                                                                   std::size_t zfill = 0) {
  loom::copy_number_async(destination, source, bytes, bytes - zfill);
}
// What has been copied since the last commit is a batch, though it be empty; all batches but the last so many are waited for.
inline void __pipeline_commit() { loom::commit_copies(); }
inline void __pipeline_wait_prior(std::size_t prior) { loom::wait_for_batches(prior); }
