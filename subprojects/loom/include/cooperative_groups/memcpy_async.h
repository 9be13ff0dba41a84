// Copies that a group makes together. On a GPU they may still be under way when the call returns; here they never are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cooperative_groups.h"

namespace cooperative_groups {

// Copies bytes. `Size` is an integer, or a cuda::aligned_size_t, which becomes one.
template <class Group, class T, class Size>
void memcpy_async(const Group& group, T* destination, const T* source, const Size& bytes) {
  auto* const to = reinterpret_cast<char*>(destination);
  const auto* const from = reinterpret_cast<const char*>(source);
  const auto count = static_cast<std::size_t>(bytes);
  const auto first = static_cast<std::size_t>(group.thread_rank()), step = static_cast<std::size_t>(group.size());
  const bool by_words = (reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from) | count) % 4 == 0;
  if (by_words) {
    using Word [[gnu::may_alias]] = unsigned;
    for (std::size_t i = first; i < count / 4; i += step) reinterpret_cast<Word*>(to)[i] = reinterpret_cast<const Word*>(from)[i];
  } else {
    for (std::size_t i = first; i < count; i += step) to[i] = from[i];
  }
}

// Copies elements, as many as both sides have.
template <class Group, class T, class ToCount, class FromCount>
void memcpy_async(const Group& group, T* destination, const ToCount& to_count, const T* source, const FromCount& from_count) {
  const auto to = static_cast<std::size_t>(to_count), from = static_cast<std::size_t>(from_count);
  const std::size_t count = to < from ? to : from;
  memcpy_async(group, destination, source, count * sizeof(T));
}

// Waits for the group's copies: for all, or for all but the last few.
template <class Group>
void wait(const Group& group) { group.sync(); }
template <unsigned int Stages, class Group>
void wait_prior(const Group& group) { group.sync(); }

}  // namespace cooperative_groups
