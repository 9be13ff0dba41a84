// Tangled from chapters/24-many-gpus.md. Edit there. [sha1 968264fc2649d8ac02c77af47de66c16be38ee10]
#pragma once

#if __has_include(<nccl.h>) && !defined(__LOOM__)
#include <nccl.h>

#include <stdexcept>

namespace weft {
inline void check(ncclResult_t result) {
  if (result != ncclSuccess) throw std::runtime_error(ncclGetErrorString(result));
}
}  // namespace weft
#endif
