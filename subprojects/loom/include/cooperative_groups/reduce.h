// Reductions over a tile or a coalesced group. Values are combined in the order that a GPU takes, so that floating-point results
// are the same to the last bit.
#pragma once

#include "cooperative_groups.h"
#include "cooperative_groups/functional.h"
#include "cooperative_groups/scan.h"

namespace cooperative_groups {

template <unsigned int Size, class Parent, class Type, class Operation>
auto reduce(const thread_block_tile<Size, Parent>& group, Type&& value, Operation&& operation) -> decltype(operation(value, value)) {
  if constexpr (Size > 32) {
    return group.among_warps(reduce(tiled_partition<32>(group), value, operation), operation);
  } else {
    auto result = value;
    for (unsigned distance = Size / 2; distance > 0; distance /= 2) result = operation(result, group.shfl_xor(result, distance));
    return result;
  }
}

template <class Type, class Operation>
auto reduce(const coalesced_group& group, Type&& value, Operation&& operation) -> decltype(operation(value, value)) {
  if (group.size() < 32) return group.shfl(inclusive_scan(group, value, operation), static_cast<int>(group.size()) - 1);
  auto result = value;
  for (unsigned distance = 16; distance > 0; distance /= 2)
    result = operation(result, group.shfl(result, static_cast<int>(group.thread_rank() ^ distance)));
  return result;
}

// The group's result, added to a cuda::atomic (or an atomic_ref), or stored there, by one of its threads. The others must wait before they
// read it.
template <class Group, class Atomic, class Value, class Operation>
void reduce_update_async(const Group& group, Atomic&& atomic, Value&& value, Operation&& operation) {
  const auto result = reduce(group, std::forward<Value>(value), operation);
  if (group.thread_rank() == 0) details::update(atomic, result, operation);
}
template <class Group, class Atomic, class Value, class Operation, class = decltype(std::declval<Atomic>().load())>
void reduce_store_async(const Group& group, Atomic&& atomic, Value&& value, Operation&& operation) {
  const auto result = reduce(group, std::forward<Value>(value), std::forward<Operation>(operation));
  if (group.thread_rank() == 0) atomic.store(result, std::memory_order_relaxed);
}
// The same, stored through a pointer.
template <class Group, class Type, class Value, class Operation>
void reduce_store_async(const Group& group, Type* destination, Value&& value, Operation&& operation) {
  const auto result = reduce(group, std::forward<Value>(value), std::forward<Operation>(operation));
  if (group.thread_rank() == 0) *destination = result;
}

}  // namespace cooperative_groups
