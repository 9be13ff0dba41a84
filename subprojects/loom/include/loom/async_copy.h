// What memcpy_async does, whatever is waited for afterwards. On a GPU a copy may still be under way when the call returns; here it
// never is, and who looks at the data too early is found by the missing order. Inlined, so that a finding names the call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "loom/device_barriers.h"

namespace loom {

// A number of bytes that is a multiple of the alignment, and so are the addresses it goes with.
template <::std::size_t Alignment>
struct aligned_size_t {
  static_assert((Alignment & (Alignment - 1)) == 0 && Alignment > 0, "an alignment is a power of two");
  static constexpr ::std::size_t align = Alignment;
  ::std::size_t value;
  explicit constexpr aligned_size_t(::std::size_t size) : value(size) {}
  constexpr operator ::std::size_t() const { return value; }
};

// What is told of the calling thread's copies, which count as pending until a thread has waited for them.
void begins_copy(const void* destination, std::size_t bytes);
void commit_copies();                // those that have begun since the last time are a batch
void wait_for_copies(std::size_t but);   // for all batches but the last so many
void bind_copies(const std::uint64_t* barrier);   // its phase ends no sooner than those that have begun

#define LOOM_COPY __attribute__((always_inline)) inline

__extension__ typedef unsigned __int128 SixteenBytes;

// A GPU copies words of 4 bytes and more asynchronously, and smaller ones at once.
template <class Word>
LOOM_COPY void copy_share(void* destination, const void* source, std::size_t bytes, std::size_t rank, std::size_t threads) {
  using Any [[gnu::may_alias]] = Word;
  auto* const to = static_cast<Any*>(destination);
  const auto* const from = static_cast<const Any*>(source);
  for (std::size_t i = rank; i < bytes / sizeof(Word); i += threads) {
    to[i] = from[i];
    if constexpr (sizeof(Word) >= 4) begins_copy(to + i, sizeof(Word));
  }
}

// What the type of the number of bytes promises.
template <class Shape>
constexpr std::size_t promised_by_shape = 1;
template <std::size_t Alignment>
constexpr std::size_t promised_by_shape<aligned_size_t<Alignment>> = Alignment;

// What the types promise, where the number is a multiple of that, or what is more.
template <class Type, class Shape>
LOOM_COPY std::size_t alignment_of(const Type* destination, const Type* source, std::size_t bytes) {
  std::size_t promised = promised_by_shape<Shape>;
  if constexpr (!std::is_void_v<Type>) {
    static_assert(std::is_trivially_copyable_v<Type>, "memcpy_async copies types that may be copied byte by byte");
    if (alignof(Type) > promised) promised = alignof(Type);
  }
  const std::size_t all = reinterpret_cast<std::uintptr_t>(destination) | reinterpret_cast<std::uintptr_t>(source) | bytes, is = all & -all;
  return bytes % promised == 0 && promised > is ? promised : is;
}

// Copies what falls to one thread of so many, in the largest words that the alignment allows. Whether a GPU does so asynchronously.
template <class Type, class Shape>
LOOM_COPY bool copy_async(Type* destination, const Type* source, const Shape& shape, std::size_t rank, std::size_t threads) {
  const auto bytes = static_cast<std::size_t>(shape);
  const std::size_t alignment = alignment_of<Type, Shape>(destination, source, bytes);
  if (alignment % 16 == 0) {
    copy_share<SixteenBytes>(destination, source, bytes, rank, threads);
  } else if (alignment % 8 == 0) {
    copy_share<std::uint64_t>(destination, source, bytes, rank, threads);
  } else if (alignment % 4 == 0) {
    copy_share<std::uint32_t>(destination, source, bytes, rank, threads);
  } else {
    copy_share<unsigned char>(destination, source, bytes, rank, threads);
  }
  return alignment % 4 == 0;
}

template <class Group, class Type, class Shape>
LOOM_COPY bool copy_async(const Group& group, Type* destination, const Type* source, const Shape& shape) {
  return copy_async(destination, source, shape, static_cast<std::size_t>(group.thread_rank()), static_cast<std::size_t>(group.size()));
}

// The same of 4, 8 or 16 bytes for one thread; what of them has no source is filled with zeros.
LOOM_COPY void copy_number_async(void* destination, const void* source, std::size_t bytes, std::size_t from_source) {
  if (from_source >= bytes && bytes == 4) copy_async(destination, source, aligned_size_t<4>(bytes), 0, 1);
  else if (from_source >= bytes && bytes == 8) copy_async(destination, source, aligned_size_t<8>(bytes), 0, 1);
  else if (from_source >= bytes) copy_async(destination, source, aligned_size_t<16>(bytes), 0, 1);
  else {
    auto* const to = static_cast<char*>(destination);
    for (std::size_t i = 0; i < bytes; ++i) to[i] = i < from_source ? static_cast<const char*>(source)[i] : '\0';
    begins_copy(destination, bytes);
  }
}

// What CUDA's functions make of the number: none of them leaves out more than 8 batches.
LOOM_COPY void wait_for_batches(std::size_t but) { wait_for_copies(but < 8 ? but : 8); }

#undef LOOM_COPY

}  // namespace loom
