#include "textures/image.hpp"

namespace loom::textures {

std::optional<Format> format_of(const cudaChannelFormatDesc& desc) {
  const int bits[] = {desc.x, desc.y, desc.z, desc.w};
  int channels = 0;
  while (channels < 4 && bits[channels] != 0) ++channels;
  for (int i = 0; i < 4; ++i)
    if (bits[i] != (i < channels ? desc.x : 0)) return std::nullopt;
  if (channels == 0 || channels == 3 || (desc.x != 8 && desc.x != 16 && desc.x != 32)) return std::nullopt;
  switch (desc.f) {
    case cudaChannelFormatKindUnsigned: return Format{Element::unsigned_integer, channels, desc.x};
    case cudaChannelFormatKindSigned: return Format{Element::signed_integer, channels, desc.x};
    case cudaChannelFormatKindFloat:
      if (desc.x == 8) return std::nullopt;
      return Format{Element::real, channels, desc.x};
    default: return std::nullopt;
  }
}

}  // namespace loom::textures
