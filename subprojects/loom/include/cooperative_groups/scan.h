// Scans over a tile or a coalesced group. Values are combined in the order that a GPU takes, so that floating-point results are
// the same to the last bit.
#pragma once

#include <atomic>

#include "cooperative_groups.h"
#include "cooperative_groups/functional.h"

namespace cooperative_groups {

template <class Group, class Type, class Operation>
auto inclusive_scan(const Group& group, Type&& value, Operation&& operation) -> decltype(operation(value, value)) {
  auto result = value;
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const auto lower = group.shfl_up(result, distance);
    if (distance <= group.thread_rank()) result = operation(result, lower);
  }
  return result;
}

// In a tile of several warps, each warp's comes on top of what those before it sum up to.
template <unsigned int Size, class Parent, class Type, class Operation, class = std::enable_if_t<(Size > 32)>>
auto inclusive_scan(const thread_block_tile<Size, Parent>& group, Type&& value, Operation&& operation) -> decltype(operation(value, value)) {
  auto result = inclusive_scan(tiled_partition<32>(group), value, operation);
  const unsigned warp = group.thread_rank() / 32;
  auto before = result;
  for (unsigned other = 0; other + 1 < Size / 32; ++other) {
    const auto sum = group.shfl(result, static_cast<int>(other * 32 + 31));
    before = other == 0 ? sum : other < warp ? operation(before, sum) : before;
  }
  return warp == 0 ? result : operation(before, result);
}

template <class Group, class Type>
std::decay_t<Type> inclusive_scan(const Group& group, Type&& value) {
  return inclusive_scan(group, std::forward<Type>(value), plus<std::decay_t<Type>>());
}

// What the thread of the rank below has; of any value for the lowest.
template <class Group, class Type>
Type below(const Group& group, const Type& value) { return group.shfl_up(value, 1); }
template <unsigned int Size, class Parent, class Type, class = std::enable_if_t<(Size > 32)>>
Type below(const thread_block_tile<Size, Parent>& group, const Type& value) {
  return loom::exchange_in_tile(Size, value, (group.thread_rank() - 1) & (Size - 1), /*agreed=*/false);
}

// The lowest thread gets a value-initialised T.
template <class Group, class Type, class Operation>
auto exclusive_scan(const Group& group, Type&& value, Operation&& operation) -> decltype(operation(value, value)) {
  const auto inclusive = inclusive_scan(group, value, operation);
  const auto lower = below(group, inclusive);
  return group.thread_rank() == 0 ? std::decay_t<decltype(lower)>{} : lower;
}

template <class Group, class Type>
std::decay_t<Type> exclusive_scan(const Group& group, Type&& value) {
  return exclusive_scan(group, std::forward<Type>(value), plus<std::decay_t<Type>>());
}

namespace details {

// What the atomic was before the operation.
template <class Atomic, class Type, class Operation>
Type update(Atomic& atomic, const Type& by, Operation&& operation) {
  auto before = atomic.load(std::memory_order_relaxed);
  while (!atomic.compare_exchange_weak(before, operation(before, by), std::memory_order_relaxed)) {
  }
  return before;
}

// Adds the group's whole result, which the last thread has, to the atomic; all get what that was before.
template <class Group, class Atomic, class Type, class Operation>
Type update_by_last(const Group& group, Atomic& atomic, Type scanned, Operation&& operation) {
  const auto last = static_cast<unsigned>(group.size()) - 1;
  if (group.thread_rank() == last) scanned = update(atomic, scanned, operation);
  return group.shfl(scanned, static_cast<int>(last));
}

}  // namespace details

// Scans on top of what a cuda::atomic (or an atomic_ref) holds, to which the group's whole result is added.
template <class Group, class Atomic, class Type, class Operation>
auto inclusive_scan_update(const Group& group, Atomic&& atomic, Type&& value, Operation&& operation) -> decltype(operation(value, value)) {
  const auto scanned = inclusive_scan(group, value, operation);
  return operation(details::update_by_last(group, atomic, scanned, operation), scanned);
}
template <class Group, class Atomic, class Type>
std::decay_t<Type> inclusive_scan_update(const Group& group, Atomic&& atomic, Type&& value) {
  return inclusive_scan_update(group, atomic, std::forward<Type>(value), plus<std::decay_t<Type>>());
}
template <class Group, class Atomic, class Type, class Operation>
auto exclusive_scan_update(const Group& group, Atomic&& atomic, Type&& value, Operation&& operation) -> decltype(operation(value, value)) {
  const auto scanned = inclusive_scan(group, value, operation);
  const auto before = details::update_by_last(group, atomic, scanned, operation);
  const auto lower = below(group, scanned);
  return group.thread_rank() == 0 ? before : operation(before, lower);
}
template <class Group, class Atomic, class Type>
std::decay_t<Type> exclusive_scan_update(const Group& group, Atomic&& atomic, Type&& value) {
  return exclusive_scan_update(group, atomic, std::forward<Type>(value), plus<std::decay_t<Type>>());
}

}  // namespace cooperative_groups
