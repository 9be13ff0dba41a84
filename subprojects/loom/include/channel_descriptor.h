// cudaCreateChannelDesc<T>: the format of texels that are T.
#pragma once
#define __CHANNEL_DESCRIPTOR_H__   // programs ask by this name whether the header is included

#include <type_traits>

#include "cuda_runtime_api.h"

namespace loom {

// How many channels a type of texel has, and what each is.
template <class T>
struct ChannelsOf {
  static constexpr int count = 0;
  using Element = int;
};

template <class Component, int n>
struct Channels {
  static constexpr int count = n;
  using Element = Component;
};

#define LOOM_SCALAR(T) \
  template <> struct ChannelsOf<T> : Channels<T, 1> {};
#define LOOM_VECTORS(name, T)                                      \
  template <> struct ChannelsOf<name##1> : Channels<T, 1> {};      \
  template <> struct ChannelsOf<name##2> : Channels<T, 2> {};      \
  template <> struct ChannelsOf<name##4> : Channels<T, 4> {};
LOOM_SCALAR(char)
LOOM_SCALAR(signed char)
LOOM_SCALAR(unsigned char)
LOOM_SCALAR(short)
LOOM_SCALAR(unsigned short)
LOOM_SCALAR(int)
LOOM_SCALAR(unsigned int)
LOOM_SCALAR(float)
LOOM_VECTORS(char, signed char)
LOOM_VECTORS(uchar, unsigned char)
LOOM_VECTORS(short, short)
LOOM_VECTORS(ushort, unsigned short)
LOOM_VECTORS(int, int)
LOOM_VECTORS(uint, unsigned int)
LOOM_VECTORS(float, float)
#undef LOOM_SCALAR
#undef LOOM_VECTORS

}  // namespace loom

// A type that no texel has is described as no channel at all.
template <class T>
[[maybe_unused]] static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Channels = loom::ChannelsOf<T>;
  using Element = typename Channels::Element;
  const int bits = 8 * sizeof(Element);
  const int n = Channels::count;
  const cudaChannelFormatKind kind = n == 0                           ? cudaChannelFormatKindNone
                                     : std::is_same_v<Element, float> ? cudaChannelFormatKindFloat
                                     : std::is_signed_v<Element>      ? cudaChannelFormatKindSigned
                                                                      : cudaChannelFormatKindUnsigned;
  return cudaChannelFormatDesc{n > 0 ? bits : 0, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, kind};
}

[[maybe_unused]] static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
  return cudaChannelFormatDesc{16, 0, 0, 0, cudaChannelFormatKindFloat};
}
[[maybe_unused]] static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() { return cudaCreateChannelDescHalf1(); }
[[maybe_unused]] static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaChannelFormatDesc{16, 16, 0, 0, cudaChannelFormatKindFloat};
}
[[maybe_unused]] static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaChannelFormatDesc{16, 16, 16, 16, cudaChannelFormatKindFloat};
}
