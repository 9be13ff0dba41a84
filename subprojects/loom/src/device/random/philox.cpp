#include <Random123/philox.h>

#include "loom/random/core.h"

namespace loom::random {

uint4 philox(uint4 counter, uint2 key) {
  const philox4x32_ctr_t from{{counter.x, counter.y, counter.z, counter.w}};
  const philox4x32_key_t by{{key.x, key.y}};
  const philox4x32_ctr_t words = philox4x32(from, by);
  return {words[0], words[1], words[2], words[3]};
}

}  // namespace loom::random
