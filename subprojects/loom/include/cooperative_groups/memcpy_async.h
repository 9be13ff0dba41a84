// Copies that a group makes together.
#pragma once

#include "cooperative_groups.h"
#include "loom/async_copy.h"

namespace cooperative_groups {

#define LOOM_GROUP __attribute__((always_inline)) inline

// Copies bytes.
template <class Group, class Type, class Size>
LOOM_GROUP void memcpy_async(const Group& group, Type* destination, const Type* source, const Size& bytes) {
  loom::copy_async(group, destination, source, bytes);
  loom::commit_copies();
}

// Copies elements, as many as both sides have.
template <class Group, class Type, class ToCount, class FromCount>
LOOM_GROUP void memcpy_async(const Group& group, Type* destination, const ToCount& to_count, const Type* source, const FromCount& from_count) {
  const auto to = static_cast<std::size_t>(to_count), from = static_cast<std::size_t>(from_count);
  loom::copy_async(group, destination, source, (to < from ? to : from) * sizeof(Type));
  loom::commit_copies();
}

// Waits for the group's copies: for all, or for all but the last few.
template <unsigned int Stages, class Group>
LOOM_GROUP void wait_prior(const Group& group) {
  loom::wait_for_batches(Stages);
  group.sync();
}
template <class Group>
LOOM_GROUP void wait(const Group& group) { wait_prior<0>(group); }

#undef LOOM_GROUP

}  // namespace cooperative_groups
