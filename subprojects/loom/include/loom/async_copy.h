// What memcpy_async does, whatever is waited for afterwards. On a GPU a copy may still be under way when the call returns; here it
// never is, and who looks at the data too early is found by the missing order. Inlined, so that a finding names the call.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuda {

// A number of bytes that is a multiple of the alignment, and so are the addresses it goes with.
template <::std::size_t Alignment>
struct aligned_size_t {
  static_assert((Alignment & (Alignment - 1)) == 0 && Alignment > 0, "an alignment is a power of two");
  static constexpr ::std::size_t align = Alignment;
  ::std::size_t value;
  explicit constexpr aligned_size_t(::std::size_t size) : value(size) {}
  constexpr operator ::std::size_t() const { return value; }
};

}  // namespace cuda

namespace loom {

#define LOOM_COPY __attribute__((always_inline)) inline

template <class Word>
LOOM_COPY void copy_share(void* destination, const void* source, std::size_t bytes, std::size_t rank, std::size_t threads) {
  using Any [[gnu::may_alias]] = Word;
  auto* const to = static_cast<Any*>(destination);
  const auto* const from = static_cast<const Any*>(source);
  for (std::size_t i = rank; i < bytes / sizeof(Word); i += threads) to[i] = from[i];
}

// What an aligned_size_t promises; otherwise what is so.
template <std::size_t Alignment>
LOOM_COPY std::size_t alignment_of(const void*, const void*, cuda::aligned_size_t<Alignment>) { return Alignment; }
LOOM_COPY std::size_t alignment_of(const void* destination, const void* source, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(destination) | reinterpret_cast<std::uintptr_t>(source) | bytes;
}

// Copies what falls to one thread of so many, in the largest words that the alignment allows.
template <class Shape>
LOOM_COPY void copy_async(void* destination, const void* source, const Shape& shape, std::size_t rank, std::size_t threads) {
  const auto bytes = static_cast<std::size_t>(shape);
  const std::size_t alignment = alignment_of(destination, source, shape);
  if (alignment % 16 == 0) {
    copy_share<unsigned __int128>(destination, source, bytes, rank, threads);
  } else if (alignment % 8 == 0) {
    copy_share<std::uint64_t>(destination, source, bytes, rank, threads);
  } else if (alignment % 4 == 0) {
    copy_share<std::uint32_t>(destination, source, bytes, rank, threads);
  } else {
    copy_share<unsigned char>(destination, source, bytes, rank, threads);
  }
}

template <class Group, class Shape>
LOOM_COPY void copy_async(const Group& group, void* destination, const void* source, const Shape& shape) {
  copy_async(destination, source, shape, static_cast<std::size_t>(group.thread_rank()), static_cast<std::size_t>(group.size()));
}

#undef LOOM_COPY

}  // namespace loom
