// Asynchronous copies in C's manner. On a GPU they may be under way until the thread waits; here they never are.
#pragma once

#include "loom/async_copy.h"

// Copies 4, 8 or 16 bytes to shared memory; the last `zfill` of them are zeros instead of what lies at the source.
__attribute__((always_inline)) inline void __pipeline_memcpy_async(void* destination, const void* source, std::size_t bytes,
                                                                   std::size_t zfill = 0) {
  if (zfill == 0) {
    switch (bytes) {
      case 4: return loom::copy_async(destination, source, cuda::aligned_size_t<4>(4), 0, 1);
      case 8: return loom::copy_async(destination, source, cuda::aligned_size_t<8>(8), 0, 1);
      default: return loom::copy_async(destination, source, cuda::aligned_size_t<16>(bytes), 0, 1);
    }
  }
  auto* const to = static_cast<char*>(destination);
  for (std::size_t i = 0; i < bytes; ++i) to[i] = i < bytes - zfill ? static_cast<const char*>(source)[i] : '\0';
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(std::size_t) {}
