// Reading textures in device code.
//
// Samples are those of an H200 to the bit, as tests/programs/texture_samples.cu holds them, but for two things: signed bytes,
// filtered, differ by 1/32767 in one of thirty samples; and in three dimensions, where values of very different size are
// filtered, the last bit may differ. There are no mipmaps: a level or a gradient is taken to mean the one level that is.
#pragma once

#include "channel_descriptor.h"
#include "loom/texel.h"
#include "texture_types.h"

namespace loom {

// Coordinates as CUDA's functions take them. An axis that a texture has not stands at 0.
Texel texture_fetch(cudaTextureObject_t, int x);
Texel texture_1d(cudaTextureObject_t, float x);
Texel texture_2d(cudaTextureObject_t, float x, float y);
Texel texture_3d(cudaTextureObject_t, float x, float y, float z);
Texel texture_layered(cudaTextureObject_t, float x, float y, int layer);
Texel texture_gather(cudaTextureObject_t, float x, float y, int channel);
Texel texture_cube(cudaTextureObject_t, float x, float y, float z, int layer);

template <class Element>
__attribute__((always_inline)) inline Element element_of(unsigned word) {
  if constexpr (std::is_same_v<Element, float>)
    return __builtin_bit_cast(float, word);
  else
    return static_cast<Element>(word);
}

// The channels that fit into T.
template <class T>
__attribute__((always_inline)) inline T from_texel(Texel texel) {
  using Element = typename ChannelsOf<T>::Element;
  constexpr int count = ChannelsOf<T>::count;
  static_assert(count > 0, "a texture is read as char, short, int, float (signed or unsigned) or a vector of one, two or four of them");
  const Element x = element_of<Element>(texel.words[0]);
  if constexpr (count == 1)
    return T{x};
  else if constexpr (count == 2)
    return T{x, element_of<Element>(texel.words[1])};
  else
    return T{x, element_of<Element>(texel.words[1]), element_of<Element>(texel.words[2]), element_of<Element>(texel.words[3])};
}

}  // namespace loom

// Each function in CUDA's two shapes: one that returns the sample, and one that stores it.
#define LOOM_SAMPLE(name, parameters, sample)                                                                             \
  template <class T>                                                                                                      \
  __attribute__((always_inline)) inline T name(cudaTextureObject_t texObject, LOOM_UNPACK parameters) {                   \
    return loom::from_texel<T>(loom::sample);                                                                             \
  }                                                                                                                       \
  template <class T>                                                                                                      \
  __attribute__((always_inline)) inline void name(T* ptr, cudaTextureObject_t texObject, LOOM_UNPACK parameters) {        \
    *ptr = loom::from_texel<T>(loom::sample);                                                                             \
  }
#define LOOM_UNPACK(...) __VA_ARGS__

LOOM_SAMPLE(tex1Dfetch, (int x), texture_fetch(texObject, x))
LOOM_SAMPLE(tex1D, (float x), texture_1d(texObject, x))
LOOM_SAMPLE(tex2D, (float x, float y), texture_2d(texObject, x, y))
LOOM_SAMPLE(tex3D, (float x, float y, float z), texture_3d(texObject, x, y, z))
LOOM_SAMPLE(tex1DLayered, (float x, int layer), texture_layered(texObject, x, 0, layer))
LOOM_SAMPLE(tex2DLayered, (float x, float y, int layer), texture_layered(texObject, x, y, layer))
LOOM_SAMPLE(texCubemap, (float x, float y, float z), texture_cube(texObject, x, y, z, 0))
LOOM_SAMPLE(texCubemapLayered, (float x, float y, float z, int layer), texture_cube(texObject, x, y, z, layer))
LOOM_SAMPLE(tex2Dgather, (float x, float y, int comp = 0), texture_gather(texObject, x, y, comp))

LOOM_SAMPLE(tex1DLod, (float x, float), texture_1d(texObject, x))
LOOM_SAMPLE(tex2DLod, (float x, float y, float), texture_2d(texObject, x, y))
LOOM_SAMPLE(tex3DLod, (float x, float y, float z, float), texture_3d(texObject, x, y, z))
LOOM_SAMPLE(tex1DLayeredLod, (float x, int layer, float), texture_layered(texObject, x, 0, layer))
LOOM_SAMPLE(tex2DLayeredLod, (float x, float y, int layer, float), texture_layered(texObject, x, y, layer))
LOOM_SAMPLE(texCubemapLod, (float x, float y, float z, float), texture_cube(texObject, x, y, z, 0))
LOOM_SAMPLE(texCubemapLayeredLod, (float x, float y, float z, int layer, float), texture_cube(texObject, x, y, z, layer))
LOOM_SAMPLE(tex1DGrad, (float x, float, float), texture_1d(texObject, x))
LOOM_SAMPLE(tex2DGrad, (float x, float y, float2, float2), texture_2d(texObject, x, y))
LOOM_SAMPLE(tex3DGrad, (float x, float y, float z, float4, float4), texture_3d(texObject, x, y, z))
LOOM_SAMPLE(tex1DLayeredGrad, (float x, int layer, float, float), texture_layered(texObject, x, 0, layer))
LOOM_SAMPLE(tex2DLayeredGrad, (float x, float y, int layer, float2, float2), texture_layered(texObject, x, y, layer))

#undef LOOM_SAMPLE
#undef LOOM_UNPACK
