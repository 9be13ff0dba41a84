// What a texture or a surface hands over: up to four channels of 32 bits.
#pragma once

namespace loom {

struct Texel {
  unsigned words[4];
};

}  // namespace loom
